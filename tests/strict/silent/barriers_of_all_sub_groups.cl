// Two calls of a function, and a loop that all go through.
// global: 96
// local: 48
// argument: buffer 384
void wait() {
  barrier(CLK_LOCAL_MEM_FENCE);
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void barriers_of_all_sub_groups(global int *a) {
  for (int round = 0; round < 3; ++round)
    wait();
  if (get_group_id(0) == 1)
    wait();
  a[get_global_id(0)] = 1;
}
