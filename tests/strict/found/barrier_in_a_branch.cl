// global: 32
// local: 16
// argument: buffer 128
kernel void barrier_in_a_branch(global int *a) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = i;
  if (a[get_global_id(0)] + i % 2)
    barrier(CLK_LOCAL_MEM_FENCE); // finds: divergent-barrier
  a[get_global_id(0)] = shared[15 - i];
}
