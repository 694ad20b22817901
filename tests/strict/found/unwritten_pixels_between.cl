// The row that nobody wrote counts by a third and by a tenth beside the one that is nearest.
// global: 8
// local: 8
// argument: unwritten-image 8 2 1
// argument: buffer 32
constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
constant sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
kernel void unwritten_pixels_between(read_only image2d_t a, global float *b) {
  int x = get_global_id(0);
  float sum = read_imagef(a, smooth, (float2)(x + 0.5f, 0.8f)).x;      // finds: unwritten-image
  sum += read_imagef(a, smooth, (float2)(x + 0.7f, 0.5f)).x;
  sum += read_imagef(a, normalized, (float2)((x + 0.5f) / 8, 0.3f)).x; // finds: unwritten-image
  b[x] = sum;
}
