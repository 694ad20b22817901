// A barrier waits for no copy.
// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
kernel void copy_not_waited_for(global const int *a, global int *b) {
  local int shared[64];
  int i = get_local_id(0);
  event_t e = async_work_group_copy(shared, a, 64, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  b[i] = shared[i]; // finds: race
  wait_group_events(1, &e);
}
