// The last row ends with the buffer, in front of the pitch.
// global: 16
// local: 16
// argument: buffer 624
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_smallest(global ushort *a, global ushort *b) {
  ushort block[8];
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 8, 80, (int2)(2, 3), block);
  b[get_sub_group_local_id()] = block[0] + block[7];
}
