// What one work-item writes through one argument others read through another.
// global: 32
// local: 32
// argument: image 32 1
// argument: same 0
kernel void race_of_an_image_by_two(read_only image2d_t from, write_only image2d_t to) {
  int i = get_global_id(0);
  write_imagef(to, (int2)(i, 0), (float4)(i)); // finds: image-by-two-arguments race
  float4 x = read_imagef(from, (int2)(31 - i, 0)); // finds: image-by-two-arguments race
  if (x.x == 100)
    write_imagef(to, (int2)(i, 0), x);
}
