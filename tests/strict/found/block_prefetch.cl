// Nothing is touched, but the rules are those of a read.
// global: 16
// local: 16
// argument: buffer 2048
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_prefetch(global ushort *a) {
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a + 8, 64, 8, 64, (int2)(0, 0)); // finds: block-base
  intel_sub_group_2d_block_prefetch_16b_8r16x2c(a, 34, 8, 64, (int2)(0, 0)); // finds: block-width
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a, 64, 0, 64, (int2)(0, 0)); // finds: block-height
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a, 64, 8, 72, (int2)(0, 0)); // finds: block-pitch
  intel_sub_group_2d_block_prefetch_8b_8r32x1c(a, 64, 8, 64, (int2)(2, 0)); // finds: block-x
  int row = get_sub_group_local_id();
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a, 64, 8, 64, (int2)(0, row)); // finds: block-operand-differs
}
