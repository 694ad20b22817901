// One image read by two arguments, another one written.
// global: 32
// argument: image 32 1
// argument: same 0
// argument: image 32 1
kernel void image_read_by_two(read_only image2d_t a, read_only image2d_t b, write_only image2d_t to) {
  int i = get_global_id(0);
  write_imagef(to, (int2)(i, 0), read_imagef(a, (int2)(31 - i, 0)) + read_imagef(b, (int2)(i, 0)));
}
