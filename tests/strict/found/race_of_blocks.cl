// Both sub-groups write the same rows.
// global: 32
// local: 32
// argument: buffer 2048
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_of_blocks(global ushort *a) {
  ushort block[8];
  for (int i = 0; i < 8; ++i)
    block[i] = get_sub_group_id();
  intel_sub_group_2d_block_write_16b_8r16x1c(a, 64, 16, 64, (int2)(0, get_sub_group_id() * 7), block); // finds: race
}
