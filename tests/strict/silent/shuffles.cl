// Each asks for somebody who is there, or goes up and down beyond the ends.
// global: 40
// local: 40
// argument: buffer 160
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle_relative : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void shuffles(global int *a) {
  int i = get_global_id(0), lane = get_sub_group_local_id(), size = get_sub_group_size();
  int sum = sub_group_shuffle(i, size - 1 - lane) + intel_sub_group_shuffle_xor(i, 7);
  int before = sub_group_shuffle_up(i, 1), behind = intel_sub_group_shuffle_down(i, i, 3);
  if (lane > 0)
    sum += before;
  if (lane + 3 < size)
    sum += behind;
  if (i & 2)
    sum += sub_group_shuffle_xor(i, 4) + sub_group_non_uniform_broadcast(i, 6);
  a[i] = sum;
}
