// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
kernel void events_differ(global const int *a, global int *b) {
  local int shared[64];
  int i = get_local_id(0);
  event_t e[2];
  e[0] = async_work_group_copy(shared, a, 32, 0);
  e[1] = async_work_group_copy(shared + 32, a, 32, 0);
  wait_group_events(1 + i / 32, e); // finds: work-group-operand-differs
  b[i] = i;
}
