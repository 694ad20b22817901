// Wider and higher than 2^24.
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_too_large(global ushort *a, global ushort *b) {
  ushort block[8];
  const int most = 1 << 24;
  intel_sub_group_2d_block_read_16b_8r16x1c(a, most + 64, 1, most + 64, (int2)(0, 0), block); // finds: block-width
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, most + 1, 64, (int2)(0, 0), block);       // finds: block-height
  b[get_sub_group_local_id()] = block[0] + block[7];
}
