// With an addressing mode every coordinate is in the image, or its border.
// global: 12
// argument: image 8 4
// argument: image 12 1
kernel void image_edges(read_only image2d_t a, write_only image2d_t b) {
  const sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  int i = get_global_id(0);
  float4 sum = read_imagef(a, clamped, (int2)(i - 2, 5));
  if (i < 8)
    sum += read_imagef(a, (int2)(i, 3));
  write_imagef(b, (int2)(i, 0), sum);
}
