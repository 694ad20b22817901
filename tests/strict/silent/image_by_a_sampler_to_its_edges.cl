// One sampler has an addressing mode, the other none.
// global: 8
// argument: image 8 4
// argument: sampler none
// argument: sampler clamp
// argument: buffer 128
kernel void image_by_a_sampler_to_its_edges(read_only image2d_t a, sampler_t s, sampler_t clamped, global float4 *b) {
  int i = get_global_id(0);
  const sampler_t normalized = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
  b[i] = read_imagef(a, s, (int2)(i, 3)) + read_imagef(a, clamped, (int2)(i - 3, 9));
  b[i] += read_imagef(a, s, (float2)(i + 0.99f, -0.0f)) + read_imagef(a, clamped, (float2)(-5.f, i));
  b[i] += read_imagef(a, normalized, (float2)((i + 0.5f) / 8, 0.999f));
}
