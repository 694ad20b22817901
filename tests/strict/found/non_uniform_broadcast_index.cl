// Those that are there have two.
// global: 32
// local: 32
// argument: buffer 128
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void non_uniform_broadcast_index(global int *a) {
  int i = get_local_id(0);
  if (i & 1)
    a[i] = sub_group_non_uniform_broadcast(i, i & 3); // finds: sub-group-operand-differs
}
