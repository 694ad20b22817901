// Half of the work-group is at a split barrier.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void split_barrier_for_some(global int *a) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l];
  if (l < 32)
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); // finds: divergent-barrier
  if (l < 32)
    intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[l];
}
