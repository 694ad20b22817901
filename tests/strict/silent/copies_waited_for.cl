// global: 64
// local: 64
// argument: buffer 512
kernel void copies_waited_for(global int *a) {
  local int shared[128];
  int i = get_local_id(0);
  event_t e = async_work_group_strided_copy(shared, a, 64, 2, 0);
  shared[64 + i] = a[2 * i];
  wait_group_events(1, &e);
  shared[i] += shared[127 - i];
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(a, shared, 64, 0);
  a[64 + i] = shared[i];
  wait_group_events(1, &e);
}
