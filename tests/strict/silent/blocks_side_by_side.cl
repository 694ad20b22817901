// The second sub-group's last row is outside of the matrix.
// global: 32
// local: 32
// argument: buffer 2048
__attribute__((intel_reqd_sub_group_size(16)))
kernel void blocks_side_by_side(global ushort *a) {
  ushort block[8];
  for (int i = 0; i < 8; ++i)
    block[i] = get_sub_group_id();
  intel_sub_group_2d_block_write_16b_8r16x1c(a, 64, 15, 64, (int2)(0, get_sub_group_id() * 8), block);
  if (get_sub_group_id() == 0)
    a[15 * 32] = 1; // all: race
}
