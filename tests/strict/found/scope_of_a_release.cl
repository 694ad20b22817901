// The work-group that acquires is another one than the one for which it was released.
// global: 32
// local: 16
// argument: buffer 4
// argument: buffer 4
// argument: buffer 8
kernel void scope_of_a_release(global int *a, global atomic_int *flag, global int *b) {
  int first = get_group_id(0) == 0, x = 0;
  if (get_local_id(0) == 0) {
    x = first ? (a[0] = 7) : a[0]; // finds: race
    x += first ? (atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group), 1) : atomic_load_explicit(flag, memory_order_acquire, memory_scope_device); // finds: memory-scope
    b[get_group_id(0)] = x;
  }
}
