// The barrier at the end of the round is missing: the next one writes what others may still read.
// global: 64
// local: 64
// argument: buffer 256
// argument: int 3
kernel void race_in_a_loop(global int *a, int rounds) {
  local int shared[64];
  int i = get_local_id(0), sum = 0;
  for (int round = 0; round < rounds; ++round) {
    shared[i] = i + round; // finds: race
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += shared[63 - i]; // finds: race
  }
  a[i] = sum;
}
