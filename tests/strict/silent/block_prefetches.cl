// The next block, of which the last is behind the buffer.
// global: 16
// local: 16
// argument: buffer 1024
// argument: buffer 1024
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_prefetches(global ushort *a, global ushort *b) {
  ushort block[8];
  for (int y = 0; y < 16; y += 8) {
    intel_sub_group_2d_block_prefetch_16b_8r16x1c(a, 64, 16, 64, (int2)(0, y + 8));
    intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 16, 64, (int2)(0, y), block);
    intel_sub_group_2d_block_write_16b_8r16x1c(b, 64, 16, 64, (int2)(0, y), block);
  }
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a + 1024, 64, 16, 64, (int2)(0, 0));
}
