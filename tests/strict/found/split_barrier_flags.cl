// The halves of a split barrier order what both of them name: nothing.
// global: 64
// local: 64
// argument: buffer 256
kernel void split_barrier_flags(global int *a) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l];
  intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[63 - l]; // finds: race
}
