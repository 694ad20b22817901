// One counter is for the device, the one that tells of the content for the work-group only.
// global: 32
// local: 16
// argument: buffer 8
// argument: buffer 4
// argument: buffer 4
// argument: buffer 4
kernel void release_too_narrow(global int *a, global int *b, global atomic_int *first, global atomic_int *second) {
  int group = get_group_id(0);
  if (get_local_id(0) != 0)
    return;
  atomic_fetch_add_explicit(first, 1, memory_order_acq_rel, memory_scope_device);
  a[group] = 1;
  if (atomic_fetch_add_explicit(second, 1, memory_order_acq_rel, memory_scope_work_group) == 1) // finds: memory-scope
    *b = a[1 - group]; // finds: race
}
