// Blocks are read from multiples of 4 bytes on, and written from multiples of 16.
// global: 16
// local: 16
// argument: buffer 80
// argument: buffer 80
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_write_misaligned(global const ushort *a, global uint *b) {
  uint value = intel_sub_group_block_read_us(a + 1); // finds: misaligned
  value += intel_sub_group_block_read_us(a + 2);
  intel_sub_group_block_write(b + 2, value); // finds: misaligned
}
