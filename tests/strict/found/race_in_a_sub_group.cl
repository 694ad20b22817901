// Work-items of a sub-group are in no lock step.
// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_in_a_sub_group(global int *a) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = i + 1;
  a[i] = shared[i ^ 1]; // finds: race
}
