// Each of two work-items waits for the other one, which need not go on meanwhile.
// global: 16
// argument: buffer 8
__attribute__((intel_reqd_sub_group_size(16)))
kernel void waits_in_a_sub_group(global atomic_int *flags) {
  int i = get_global_id(0);
  if (i == 0) {
    atomic_store_explicit(flags, 1, memory_order_release, memory_scope_device);
    while (atomic_load_explicit(flags + 1, memory_order_acquire, memory_scope_device) == 0)
      ;
  } else if (i == 1) {
    while (atomic_load_explicit(flags, memory_order_acquire, memory_scope_device) == 0) // finds: forward-progress
      ;
    atomic_store_explicit(flags + 1, 1, memory_order_release, memory_scope_device);
  }
}
