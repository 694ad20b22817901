// global: 32
// local: 32
// argument: buffer 128
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_reads(global const uint *a, global uint *b) {
  uint at = get_sub_group_id() * 16;
  intel_sub_group_block_write(b + at, intel_sub_group_block_read(a + at));
}
