// All come to a barrier, but not to the same.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void other_barriers(global int *a) {
  if (get_sub_group_id() < 2)
    barrier(CLK_GLOBAL_MEM_FENCE);
  else
    barrier(CLK_GLOBAL_MEM_FENCE); // finds: divergent-barrier
  a[get_local_id(0)] = 1;
}
