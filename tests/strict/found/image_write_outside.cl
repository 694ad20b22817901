// global: 9
// argument: image 8 4
kernel void image_write_outside(write_only image2d_t a) {
  int i = get_global_id(0);
  write_imagef(a, (int2)(i, 3), (float4)(1)); // finds: image-coordinates
}
