// The last sub-group has eight work-items, all of which come to the function.
// global: 24
// local: 24
// argument: buffer 96
kernel void sub_groups_of_some(global int *a) {
  int i = get_global_id(0);
  a[i] = sub_group_reduce_add(i) + sub_group_scan_inclusive_add(1);
  if (get_sub_group_id() == 0)
    a[i] += sub_group_broadcast(i, 3);
}
