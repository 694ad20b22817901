// Sub-groups of 16 take 31 for a work-item.
// global: 32
// local: 16
// argument: buffer 128
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void shuffle_from_nobody(global int *a) {
  int i = get_global_id(0);
  a[i] = sub_group_shuffle(i, 31 - get_sub_group_local_id()); // finds: inactive-work-item
}
