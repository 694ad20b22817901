// Each work-item writes its own and reads its neighbour's, of which the last has none.
// global: 8
// local: 8
// argument: unwritten-image 9 1 0
// argument: buffer 32
kernel void unwritten_pixels(read_write image2d_t a, global float *b) {
  int x = get_global_id(0);
  write_imagef(a, (int2)(x, 0), (float4)(x));
  barrier(CLK_IMAGE_MEM_FENCE);
  b[x] = read_imagef(a, (int2)(x + 1, 0)).x; // finds: unwritten-image
}
