// One work-item of each sub-group asks for the lock; and a loop that takes it and gives it back.
// global: 32
// local: 32
// argument: buffer 4
// argument: buffer 4
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void lock_for_one(global atomic_int *lock, global int *count, global int *other) {
  if (get_sub_group_local_id() == 0) {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) != 0)
      ;
    ++*count;
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (bool done = false; !done;)
    if (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device) == 0) {
      ++*other;
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
      done = true;
    }
}
