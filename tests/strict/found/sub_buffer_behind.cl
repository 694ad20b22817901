// Behind the sub-buffer there is more of the buffer, which is not the kernel's.
// global: 17
// local: 17
// argument: sub-buffer 64
kernel void sub_buffer_behind(global int *a) {
  a[get_global_id(0)] = 1; // finds: out-of-bounds
}
