// global: 8 4
// local: 8 4
// argument: image 8 4
// argument: image 8 4
kernel void pixels_of_their_own(write_only image2d_t a, read_write image2d_t b) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(a, at, (float4)(at.x));
  write_imagef(b, at, (float4)(at.y));
  barrier(CLK_IMAGE_MEM_FENCE);
  write_imagef(b, at, read_imagef(b, at) + 1.0f);
  barrier(CLK_IMAGE_MEM_FENCE);
  float4 c = read_imagef(b, (int2)(7 - at.x, 3 - at.y));
  barrier(CLK_IMAGE_MEM_FENCE);
  write_imagef(b, at, c);
}
