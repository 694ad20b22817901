// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_behind_a_sub_group_barrier(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = i + 1;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = shared[i ^ 5];
}
