// Sub-groups of one work-group hand on what is in local memory; the fence makes a release of the relaxed store.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void released_by_a_sub_group(global int *b) {
  local atomic_int turn;
  local int a[16];
  int i = get_sub_group_local_id(), own = get_sub_group_id();
  if (get_local_id(0) == 0)
    atomic_store_explicit(&turn, 0, memory_order_relaxed, memory_scope_work_group);
  if (own == 0)
    a[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0)
    while (atomic_load_explicit(&turn, memory_order_acquire, memory_scope_work_group) != own)
      ;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  b[get_local_id(0)] = a[i];
  a[i] += own;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
  if (i == 0)
    atomic_store_explicit(&turn, own + 1, memory_order_relaxed, memory_scope_work_group);
}
