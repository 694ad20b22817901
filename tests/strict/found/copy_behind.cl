// global: 16
// local: 16
// argument: buffer 64
// argument: buffer 64
kernel void copy_behind(global const int *a, global int *b) {
  local int shared[20];
  event_t e = async_work_group_copy(shared, a, 20, 0); // finds: out-of-bounds
  wait_group_events(1, &e);
  b[get_local_id(0)] = shared[get_local_id(0)];
}
