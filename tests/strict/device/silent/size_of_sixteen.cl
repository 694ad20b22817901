// device: xe2
// global: 1024
// local: 1024
// argument: buffer 4096
// argument: local 131072
__attribute__((intel_reqd_sub_group_size(16)))
kernel void size_of_sixteen(global int *a, local int *b) {
  int i = get_global_id(0);
  b[i] = i;
  a[i] = sub_group_reduce_add(b[i]);
}
