// No specification says that it orders memory; programs rely on it.
// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_behind_a_sum(global int *a) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = i + 1;
  int sum = sub_group_reduce_add(i);
  a[i] = shared[i ^ 1] + sum; // all: race
}
