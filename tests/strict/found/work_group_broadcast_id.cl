// global: 32
// local: 32
// argument: buffer 128
kernel void work_group_broadcast_id(global int *a) {
  int i = get_local_id(0);
  a[i] = work_group_broadcast(i, i & 16); // finds: work-group-operand-differs
}
