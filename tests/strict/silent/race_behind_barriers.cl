// global: 64
// local: 64
// argument: buffer 256
// argument: int 3
kernel void race_behind_barriers(global int *a, int rounds) {
  local int shared[64];
  int i = get_local_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round) {
    shared[i] = i + round;
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[63 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[i] = sum;
}
