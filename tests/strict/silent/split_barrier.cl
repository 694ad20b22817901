// Work of its own between the halves of a split barrier.
// global: 64
// local: 64
// argument: buffer 256
kernel void split_barrier(global int *a) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l];
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  int own = a[l] * 2;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[63 - l] + own;
}
