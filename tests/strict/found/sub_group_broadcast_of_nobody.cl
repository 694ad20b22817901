// global: 32
// local: 32
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sub_group_broadcast_of_nobody(global int *a) {
  int i = get_local_id(0);
  a[i] = sub_group_broadcast(i, 16); // finds: inactive-work-item
}
