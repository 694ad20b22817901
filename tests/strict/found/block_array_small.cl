// Eight rows go into four components.
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_array_small(global ushort *a, global ushort *b) {
  ushort block[4];
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 8, 64, (int2)(0, 0), block); // finds: out-of-bounds
  b[get_sub_group_local_id()] = block[0] + block[3];
}
