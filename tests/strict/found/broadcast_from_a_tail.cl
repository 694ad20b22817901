// The second sub-group has eight work-items.
// global: 24
// local: 24
// argument: buffer 96
// first: 16
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void broadcast_from_a_tail(global int *a) {
  int i = get_global_id(0);
  a[i] = sub_group_non_uniform_broadcast(i, 11); // finds: inactive-work-item
}
