// Half as wide as it must be.
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_width_small(global ushort *a, global ushort *b) {
  ushort block[8];
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 32, 8, 64, (int2)(0, 0), block); // finds: block-width
  b[get_sub_group_local_id()] = block[0] + block[7];
}
