// Three work-items have ended before the others come to the barrier.
// global: 16
// local: 16
// argument: buffer 64
// argument: int 13
kernel void barrier_behind_a_return(global int *a, int n) {
  local int shared[16];
  int i = get_local_id(0);
  shared[i] = i;
  if (i >= n)
    return;
  barrier(CLK_LOCAL_MEM_FENCE); // finds: divergent-barrier
  a[i] = shared[12 - i];
}
