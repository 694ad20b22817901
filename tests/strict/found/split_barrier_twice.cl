// Three first halves and one second one.
// global: 64
// local: 64
// argument: buffer 256
void arrive(void) {
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group); // finds: split-barrier
}
kernel void split_barrier_twice(global int *a) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[l];
  arrive();
  arrive();
  barrier(CLK_LOCAL_MEM_FENCE); // finds: split-barrier
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  a[l] = t[63 - l];
}
