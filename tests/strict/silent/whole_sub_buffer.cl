// global: 16
// argument: sub-buffer 64
kernel void whole_sub_buffer(global int *a) { a[get_global_id(0)] = 1; }
