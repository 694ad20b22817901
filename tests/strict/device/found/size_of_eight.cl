// device: xe2
// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(8)))
kernel void size_of_eight(global int *a) { // finds: device-sub-group-size
  a[get_global_id(0)] = sub_group_reduce_add(1);
}
