// Blocks at all edges of the matrix, and one beside it.
// global: 16
// local: 16
// argument: buffer 768
// argument: buffer 768
__attribute__((intel_reqd_sub_group_size(16)))
kernel void blocks(global ushort *a, global ushort *b) {
  ushort block[8];
  for (int y = -8; y <= 16; y += 4)
    for (int x = -16; x <= 48; x += 8) {
      intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 12, 64, (int2)(x, y), block);
      intel_sub_group_2d_block_write_16b_8r16x1c(b, 64, 12, 64, (int2)(x, y), block);
    }
}
