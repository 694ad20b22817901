// The last round of a loop arrives at a split barrier that nobody waits on.
// global: 64
// local: 64
// argument: buffer 256
// argument: int 4
kernel void split_barrier_not_waited_for(global int *a, int rounds) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l];
  for (int i = 0; i < rounds; ++i) {
    intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); // finds: split-barrier
    if (i + 1 < rounds)
      intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  }
}
