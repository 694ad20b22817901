// One work-item makes it zero while others add already.
// global: 64
// local: 64
// argument: buffer 4
kernel void race_with_an_atomic(global int *a) {
  local int count;
  if (get_local_id(0) == 0)
    count = 0;
  atomic_inc(&count); // finds: race
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 1)
    *a = count;
}
