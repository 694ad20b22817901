// global: 32
// local: 32
// argument: buffer 256
// argument: buffer 128
kernel void copy_stride_differs(global const int *a, global int *b) {
  local int shared[32];
  int i = get_local_id(0);
  event_t e = async_work_group_strided_copy(shared, a, 32, 2 - (i == 20), 0); // finds: work-group-operand-differs
  wait_group_events(1, &e);
  b[i] = shared[i];
}
