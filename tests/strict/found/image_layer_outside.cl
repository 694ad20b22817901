// An array of two images has no third one; a read takes the last one then, as the specification says.
// global: 3
// local: 3
// argument: image-array 8 4
// argument: image-array 8 4
// argument: buffer 16
kernel void image_layer_outside(write_only image2d_array_t a, read_only image2d_array_t b, global float *c) {
  int i = get_global_id(0);
  write_imagef(a, (int4)(1, 1, i, 0), (float4)(1)); // finds: image-coordinates
  c[i] = read_imagef(b, (int4)(1, 1, i, 0)).x;
}
