// global: 16
// local: 16
// argument: write-only 4096
// argument: read-only 4096
#pragma OPENCL EXTENSION cl_intel_subgroup_2d_block_io : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void write_only_block(global int *a, global int *b) {
  uint block[8];
  intel_sub_group_2d_block_read_32b_8r16x1c(a, 64, 64, 64, (int2)(0, 0), block); // finds: write-only-memory
  intel_sub_group_2d_block_write_32b_8r16x1c(b, 64, 64, 64, (int2)(0, 8), block); // finds: read-only-memory
}
