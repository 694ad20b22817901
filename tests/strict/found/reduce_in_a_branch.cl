// global: 32
// local: 16
// argument: buffer 128
kernel void reduce_in_a_branch(global int *a) {
  int i = get_global_id(0);
  if (i % 3)
    a[i] = sub_group_reduce_add(i); // finds: divergent-sub-group-function
}
