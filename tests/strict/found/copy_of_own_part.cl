// Each work-item means to copy what is its own.
// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 256
kernel void copy_of_own_part(global const int *a, global int *b) {
  local int shared[64];
  int i = get_local_id(0);
  event_t e = async_work_group_strided_copy(shared + i / 4 * 4, // finds: work-group-operand-differs
                                            a + i / 4 * 4, 4, 1, 0);
  wait_group_events(1, &e);
  b[i] = i;
}
