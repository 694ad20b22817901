// The host has cleared the first four rows of eight.
// global: 8 8
// local: 8 8
// argument: unwritten-image 8 8 4
// argument: buffer 256
kernel void unwritten_image(read_only image2d_t a, global float *b) {
  int x = get_global_id(0), y = get_global_id(1);
  b[8 * y + x] = read_imagef(a, (int2)(x, y)).x; // finds: unwritten-image
}
