// They come from memory, from the work-group and the sub-group, and are the same where they must be.
// global: 64
// local: 32
// argument: buffer 256
// argument: buffer 256
// argument: int 1
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void operands_alike(global const int *a, global int *b, int flags) {
  local int shared[32];
  int i = get_local_id(0), group = get_group_id(0);
  event_t e = async_work_group_strided_copy(shared, a + 32 * group, 16 + a[i], 1 + a[63 - i], 0);
  wait_group_events(1 + a[0], &e);
  barrier(flags);
  int sum = work_group_broadcast(i, 31 - a[group]);
  sum += sub_group_broadcast(i, get_sub_group_id());
  if (i & 1)
    sum += sub_group_non_uniform_broadcast(i, i & 1);
  for (int round = 0; round < 16; ++round)
    sum += sub_group_broadcast(i, round) + sub_group_rotate(i, round);
  for (int round = 0; round < 2 + a[i]; ++round) {
    e = async_work_group_copy(shared, a + 16 * round, 16 - 8 * round, 0);
    wait_group_events(1, &e);
  }
  b[32 * group + i] = sum + shared[i / 2];
}
