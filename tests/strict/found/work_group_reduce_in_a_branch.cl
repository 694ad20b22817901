// global: 16
// local: 16
// argument: buffer 64
kernel void work_group_reduce_in_a_branch(global int *a) {
  int i = get_local_id(0);
  if (a[i] + (i & 1))
    a[i] = work_group_reduce_add(i); // finds: divergent-work-group-function
}
