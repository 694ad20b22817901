// The atomic operations are for all of the device, what orders the others only for a work-group.
// global: 32
// local: 16
// argument: buffer 4
// argument: buffer 4
// argument: buffer 8
kernel void scope_of_a_fence(global int *a, global atomic_int *flag, global int *b) {
  int first = get_group_id(0) == 0, x = 0;
  if (get_local_id(0) == 0) {
    x = first ? (a[0] = 7) : a[0]; // finds: race
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
    x += atomic_fetch_add_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
    b[get_group_id(0)] = x;
  }
}
