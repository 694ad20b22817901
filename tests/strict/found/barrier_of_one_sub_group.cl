// Whole sub-groups stay away.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void barrier_of_one_sub_group(global int *a) {
  if (get_sub_group_id() == 2)
    barrier(CLK_GLOBAL_MEM_FENCE); // finds: divergent-barrier
  a[get_local_id(0)] = 1;
}
