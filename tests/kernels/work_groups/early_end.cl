// Work-items that end before a barrier which the others reach. OpenCL C leaves that undefined; on
// GPUs those that are left meet at the barrier, programs rely on it, and so it is here.
//! reference
//! launch 64/64 96/32 60/20 128/64
//! kernel guard: out int[n] | in int[n] | local int[l] | value int 50
//! kernel guard: out int[n] | in int[n] | local int[l] | value int 1
//! kernel guard: out int[n] | in int[n] | local int[l] | value int 0
//! kernel guard_in_loop: out int[n] | in int[n] | local int[l] | value int 40

kernel void guard(global int *out, global const int *in, local int *scratch, int n) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  out[i] = -1;
  scratch[l] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n)
    return;
  scratch[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = scratch[size - 1 - l];
}

kernel void guard_in_loop(global int *out, global const int *in, local int *scratch, int n) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  scratch[l] = i;
  for (int round = 0; round < 3; ++round) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = scratch[(l + 1) % size];
    out[i] = other + round;
    if (i >= n - round * 8)
      return;
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[l] = other + in[i];
  }
}
