// Nobody has made it zero.
// global: 64
// local: 64
// argument: buffer 4
kernel void unwritten_sum(global int *a) {
  local int sum;
  atomic_add(&sum, (int)get_local_id(0)); // finds: unwritten-memory
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    *a = sum;
}
