// The condition is the same for all, and so is the number of rounds.
// global: 32
// local: 32
// argument: buffer 128
// argument: int 3
kernel void barrier_for_all(global int *a, int n) {
  local int shared[32];
  int i = get_local_id(0);
  for (int round = 0; round < n; ++round) {
    shared[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] += shared[31 - i];
    if (n >= 0)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}
