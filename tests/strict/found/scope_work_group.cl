// All work-groups count in one word, each for itself.
// global: 64
// local: 16
// argument: buffer 4
kernel void scope_work_group(global atomic_int *a) {
  atomic_fetch_add_explicit(a, 1, memory_order_relaxed, memory_scope_work_group); // finds: memory-scope
}
