// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
kernel void copy_count_differs(global const int *a, global int *b) {
  local int shared[64];
  int i = get_local_id(0);
  event_t e = async_work_group_copy(shared, a, i < 32 ? 64 : 32, 0); // finds: work-group-operand-differs
  wait_group_events(1, &e);
  b[i] = shared[i];
}
