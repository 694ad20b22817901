// The sampler is an argument; coordinates are integers and numbers.
// global: 10
// argument: image 8 4
// argument: sampler none
// argument: buffer 256
kernel void image_by_a_sampler(read_only image2d_t a, sampler_t s, global float4 *b) {
  int i = get_global_id(0);
  const sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  b[i] = read_imagef(a, s, (int2)(i, 0)); // finds: image-coordinates
  b[i] += read_imagef(a, s, (float2)(i - 0.5f, 1.5f)); // finds: image-coordinates
  b[i] += read_imagef(a, normalized, (float2)((i + 0.5f) / 8, 0.5f)); // finds: image-coordinates
}
