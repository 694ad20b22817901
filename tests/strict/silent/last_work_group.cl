// The one that comes last sees what all others have written: atomics say so.
// global: 128
// local: 32
// argument: buffer 20
kernel void last_work_group(global int *a) {
  local int number;
  if (get_local_id(0) == 0) {
    a[1 + get_group_id(0)] = get_group_id(0) + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    number = atomic_inc(a);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (number == 3 && get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 1; i < 5; ++i)
      sum += a[i];
    a[1] = sum;
  }
}
