// global: 32
// local: 16
// argument: buffer 128
kernel void work_group_functions(global int *a) {
  int i = get_global_id(0);
  a[i] = work_group_reduce_add(i) + work_group_broadcast(i, 15);
}
