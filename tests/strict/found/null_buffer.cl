// global: 16
// local: 16
// argument: null
// first: 0
kernel void null_buffer(global int *a) {
  a[get_global_id(0)] = 1; // finds: null-pointer
}
