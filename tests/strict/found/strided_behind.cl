// The last elements of a strided copy lie behind the buffer.
// global: 32
// local: 32
// argument: buffer 992
kernel void strided_behind(global int *a) {
  local int t[32];
  event_t e = async_work_group_strided_copy(t, a + 1, 32, 8, 0); // finds: out-of-bounds
  wait_group_events(1, &e);
  a[get_local_id(0)] = t[get_local_id(0)];
}
