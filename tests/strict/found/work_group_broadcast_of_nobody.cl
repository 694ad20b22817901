// global: 8 4
// local: 8 4
// argument: buffer 128
kernel void work_group_broadcast_of_nobody(global int *a) {
  int x = get_local_id(0), y = get_local_id(1);
  a[8 * y + x] = work_group_broadcast(x, 4, 7); // finds: inactive-work-item
}
