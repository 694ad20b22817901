// The second sub-group reads four bytes too far.
// global: 32
// local: 32
// argument: buffer 124
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_read_behind(global const uint *a, global uint *b) {
  uint at = get_sub_group_id() * 16;
  b[at + get_sub_group_local_id()] = intel_sub_group_block_read(a + at); // finds: out-of-bounds
}
