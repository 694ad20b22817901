// Atomics of OpenCL 1.x may be a lock.
// global: 64
// local: 64
// argument: buffer 4
kernel void race_in_a_lock(global int *a) {
  local int lock, count;
  if (get_local_id(0) == 0)
    lock = count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (bool done = false; !done;)
    if (atomic_xchg(&lock, 1) == 0) {
      ++count; // all: race
      atomic_xchg(&lock, 0);
      done = true;
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    *a = count;
}
