// Each scope has in it whoever comes.
// global: 64
// local: 32
// argument: buffer 16
// argument: buffer 8
// argument: buffer 256
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void scopes_wide_enough(global atomic_int *ofSubGroups, global atomic_int *ofWorkGroups,
                               global atomic_int *own, global int *ofAll) {
  local atomic_int count;
  int group = get_group_id(0), i = get_local_id(0);
  global atomic_int *mine = ofSubGroups + group * 2 + get_sub_group_id();
  atomic_fetch_add_explicit(mine, 1, memory_order_relaxed, memory_scope_sub_group);
  atomic_fetch_max_explicit(ofWorkGroups + group, i, memory_order_acq_rel, memory_scope_work_group);
  atomic_fetch_or_explicit(own + group * 32 + i, 1, memory_order_relaxed, memory_scope_work_item);
  atomic_add(ofAll, i);
  // The barriers order what the scopes do not.
  if (i == 0)
    atomic_store_explicit(&count, 0, memory_order_relaxed, memory_scope_work_item);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_sub_group_id() == 1)
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_sub_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_cmpxchg(ofAll, atomic_load_explicit(&count, memory_order_relaxed, memory_scope_sub_group), 3);
}
