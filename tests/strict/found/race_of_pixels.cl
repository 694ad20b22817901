// Two work-items, one pixel.
// global: 32
// local: 32
// argument: image 32 1
// argument: image 32 1
kernel void race_of_pixels(write_only image2d_t a, read_write image2d_t b) {
  int i = get_global_id(0);
  write_imagef(a, (int2)(i / 2, 0), (float4)(i)); // finds: race
  write_imagef(b, (int2)(i, 0), (float4)(1)); // finds: race
  float4 c = read_imagef(b, (int2)(31 - i, 0)); // finds: race
  write_imagef(b, (int2)(i, 0), c); // finds: race
}
