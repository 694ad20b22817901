// global: 16
// local: 16
// argument: buffer 64
// argument: buffer 64
kernel void copy_to_the_end(global const int *a, global int *b) {
  local int shared[16];
  event_t e = async_work_group_copy(shared, a, 16, 0);
  e = async_work_group_copy(b, shared, 0, e);
  wait_group_events(1, &e);
  b[get_local_id(0)] = shared[get_local_id(0)];
}
