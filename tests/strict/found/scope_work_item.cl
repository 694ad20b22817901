// Who reads has the device's scope, who writes only its own.
// global: 16
// local: 16
// argument: buffer 4
// argument: buffer 64
kernel void scope_work_item(global atomic_int *a, global int *b) {
  int i = get_local_id(0);
  if (i == 0)
    atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_item);
  b[i] = atomic_load_explicit(a, memory_order_relaxed, memory_scope_device); // finds: memory-scope
}
