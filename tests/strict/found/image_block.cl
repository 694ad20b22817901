// Pixels of 16 bytes, a block that is written from byte 2 of its row on, and coordinates that differ.
// global: 16
// local: 16
// argument: image 8 4
// argument: byte-image 64 4
// argument: byte-image 64 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void image_block(read_only image2d_t a, write_only image2d_t b, write_only image2d_t c) {
  uint value = intel_sub_group_block_read(a, (int2)(0, 0)); // finds: image-block
  intel_sub_group_block_write(b, (int2)(2, 0), value); // finds: image-block
  intel_sub_group_block_write(c, (int2)(0, get_local_id(0) & 1), value); // finds: sub-group-operand-differs
}
