// A block is of the sub-group: work-items add nothing of their own.
// global: 32
// local: 32
// argument: buffer 256
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void block_read_pointer(global const uint *a, global uint *b) {
  b[get_local_id(0)] = intel_sub_group_block_read(a + get_local_id(0)); // finds: sub-group-operand-differs
}
