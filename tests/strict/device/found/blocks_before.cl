// device: xehpg
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void blocks_before(global ushort *a, global ushort *b) {
  ushort block[8];
  intel_sub_group_2d_block_prefetch_16b_8r16x1c(a, 64, 8, 64, (int2)(0, 0)); // finds: device-function
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 8, 64, (int2)(0, 0), block); // finds: device-function
  b[get_sub_group_local_id()] = block[0] + block[7];
}
