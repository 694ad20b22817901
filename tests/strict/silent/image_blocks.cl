// Reads may begin at any byte, and blocks may reach out of the image.
// global: 32
// local: 32
// argument: byte-image 64 4
// argument: byte-image 64 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void image_blocks(read_only image2d_t a, write_only image2d_t b) {
  int y = get_sub_group_id();
  uint2 value = intel_sub_group_block_read2(a, (int2)(3, y + 2));
  intel_sub_group_block_write2(b, (int2)(32, y + 3), value);
}
