// global: 128
// local: 16
// argument: buffer 32
// argument: buffer 4
// argument: buffer 4
kernel void fence_for_the_device(global int *a, global atomic_int *count, global int *b) {
  if (get_local_id(0) != 0)
    return;
  a[get_group_id(0)] = get_group_id(0) + 1;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  if (atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device) == 7)
    for (int i = 0; i < 8; ++i)
      b[0] += a[i];
}
