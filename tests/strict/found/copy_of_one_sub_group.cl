// The others do not come to it, and wait.
// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void copy_of_one_sub_group(global const int *a, global int *b) {
  local int shared[64];
  event_t e = 0;
  if (get_sub_group_id() == 0)
    e = async_work_group_copy(shared, a, 64, 0);
  wait_group_events(1, &e); // finds: divergent-work-group-function
  b[get_local_id(0)] = 1;
}
