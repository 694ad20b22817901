// Of two rows one is written: the other one counts nothing, or is not there.
// global: 8
// local: 8
// argument: unwritten-image 8 2 1
// argument: buffer 32
// argument: sampler clamp
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
kernel void pixels_sampled(read_only image2d_t a, global float *b, sampler_t given) {
  int x = get_global_id(0);
  float sum = read_imagef(a, nearest, (float2)(x + 0.5f, 0.99f)).x;
  sum += read_imagef(a, smooth, (float2)((x + 0.5f) / 8, 0.2505f)).x;
  sum += read_imagef(a, given, (int2)(x, 0)).x;
  sum += read_imagef(a, given, (int2)(x, -1)).x;
  sum += read_imagef(a, given, (float2)(x, 0.5f)).x;
  b[x] = sum;
}
