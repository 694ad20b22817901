// A reduction in a loop that each work-item leaves at another time.
// global: 64
// local: 64
// argument: buffer 256
kernel void reduce_in_a_loop_left(global int *a) {
  int l = get_local_id(0), v = a[l];
  for (int i = 0; i < l; ++i)
    v += sub_group_reduce_add(i); // finds: divergent-sub-group-function
  a[l] = v;
}
