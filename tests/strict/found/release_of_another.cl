// The work-groups acquire and release for the device, but before one writes what the other reads.
// global: 32
// local: 16
// argument: buffer 4
// argument: buffer 4
// argument: buffer 4
kernel void release_of_another(global int *a, global int *b, global atomic_int *count) {
  if (get_local_id(0) != 0)
    return;
  atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device);
  *(get_group_id(0) == 0 ? a : b) = get_group_id(0) == 0 ? 1 : *a; // finds: race
}
