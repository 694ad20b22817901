// As wide and as high as may be, of which the buffer has what is read.
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_largest(global ushort *a, global ushort *b) {
  ushort block[8];
  const int most = 1 << 24;
  intel_sub_group_2d_block_read_16b_8r16x1c(a, most, 1, most, (int2)(0, 0), block);
  b[get_sub_group_local_id()] = block[0];
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, most, 64, (int2)(0, 0), block);
  b[get_sub_group_local_id()] += block[7];
}
