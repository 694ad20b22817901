// Read through a sampler by one argument, written by another one.
// global: 8
// argument: image 8 4
// argument: same 0
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void image_by_two_arguments(read_only image2d_t from, write_only image2d_t to) {
  int i = get_global_id(0);
  float4 x = read_imagef(from, nearest, (float2)(i + 0.5f, 0.5f)); // finds: image-by-two-arguments
  write_imagef(to, (int2)(i, 1), x); // finds: image-by-two-arguments
}
