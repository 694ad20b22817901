// global: 64
// local: 64
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(16)))
kernel void reduce_of_one_sub_group(global int *a) {
  int i = get_local_id(0);
  if (get_sub_group_id() == 3)
    a[i] = work_group_reduce_add(i); // finds: divergent-work-group-function
}
