// The one that has the lock need not go on while others of its sub-group ask for it.
// global: 16
// argument: buffer 4
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void lock_in_a_sub_group(global int *lock, global int *count) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) // finds: forward-progress
    ;
  ++*count;
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  atomic_xchg(lock, 0);
}
