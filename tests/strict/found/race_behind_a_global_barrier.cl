// A barrier that orders global memory only.
// global: 64
// local: 64
// argument: buffer 256
kernel void race_behind_a_global_barrier(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = i + 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[i] = shared[63 - i]; // finds: race
}
