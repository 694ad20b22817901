// global: 4
// argument: image 8 4
// argument: buffer 64
kernel void image_read_outside(read_only image2d_t a, global float4 *b) {
  int i = get_global_id(0);
  b[i] = read_imagef(a, (int2)(0, i - 1)); // finds: image-coordinates
}
