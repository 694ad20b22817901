// Written by the host, by a kernel, or not read.
// global: 8
// local: 8
// argument: unwritten-image 8 2 1
// argument: unwritten-image 8 1 0
// argument: buffer 32
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void written_pixels(read_only image2d_t a, read_write image2d_t b, global float *c) {
  int x = get_global_id(0);
  float sum = read_imagef(a, (int2)(x, 0)).x + read_imagef(a, edge, (int2)(x + 1, -1)).x;
  write_imagef(b, (int2)(x, 0), (float4)(x));
  barrier(CLK_IMAGE_MEM_FENCE);
  if (sum > 0)
    sum += read_imagef(a, (int2)(x, 1)).x;
  c[x] = sum + read_imagef(b, (int2)(7 - x, 0)).y;
}
