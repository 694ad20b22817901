// These need not be met by all.
// global: 32
// local: 16
// argument: buffer 128
#pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
kernel void functions_of_some(global int *a) {
  int i = get_global_id(0);
  if (i % 3)
    a[i] = sub_group_non_uniform_reduce_add(i) + sub_group_ballot(i & 1).x;
  else
    a[i] = sub_group_shuffle(i, get_sub_group_local_id());
}
