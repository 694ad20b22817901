// global: 64
// local: 64
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void scope_sub_group(global int *a) {
  local atomic_int count;
  if (get_local_id(0) == 0)
    atomic_store_explicit(&count, 0, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel, memory_scope_sub_group); // finds: memory-scope
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    *a = atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group);
}
