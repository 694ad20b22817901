// As between work-groups: what the sub-groups release comes before what they write and read.
// global: 32
// local: 32
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void release_of_another_sub_group(global int *b) {
  local atomic_int count;
  local int a;
  if (get_local_id(0) == 0) {
    atomic_store_explicit(&count, 0, memory_order_relaxed, memory_scope_work_group);
    a = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_local_id() != 0)
    return;
  atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel, memory_scope_work_group);
  if (get_sub_group_id() == 0) a = 1; else *b = a; // finds: race
}
