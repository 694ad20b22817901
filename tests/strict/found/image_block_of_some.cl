// The second sub-group has half of its work-items.
// global: 24
// local: 24
// argument: byte-image 64 4
// argument: buffer 96
__attribute__((intel_reqd_sub_group_size(16)))
kernel void image_block_of_some(read_only image2d_t a, global uint *b) {
  uint value = intel_sub_group_block_read(a, (int2)(0, get_sub_group_id())); // finds: partial-sub-group
  b[get_local_id(0)] = value;
}
