// A work-item waits for itself, the others of its work-group at a barrier.
// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void lock_taken_twice(global int *a) {
  local int lock;
  if (get_local_id(0) == 0) {
    lock = 0;
    for (int i = 0; i < 2; ++i)
      while (atomic_xchg(&lock, 1) != 0) // finds: forward-progress
        ;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = lock;
}
