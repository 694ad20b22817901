// What others write is copied without a barrier, and written again while the copy goes on.
// global: 64
// local: 64
// argument: buffer 512
kernel void copy_before_a_barrier(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = i; // finds: race
  event_t e = async_work_group_strided_copy(a, shared, 64, 2, 0); // finds: race unwritten-memory
  a[2 * i] = 1; // finds: race
  wait_group_events(1, &e);
}
