// Between the two halves of a split barrier nothing of others may be read.
// global: 64
// local: 64
// argument: buffer 256
kernel void split_barrier_early_read(global int *a) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l]; // finds: race
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[63 - l]; // finds: race unwritten-memory
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
}
