// global: 32
// local: 16
// argument: buffer 128
// argument: buffer 64
kernel void barrier_behind_a_branch(global int *a, global int *b) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = 0;
  if (i % 3)
    shared[i] = i;
  for (int round = 0; round < i; ++round)
    shared[i] += b[round];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = shared[15 - i];
}
