// A sub-group writes where another one reads.
// global: 32
// local: 32
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_with_a_block(global uint *a) {
  uint at = get_sub_group_id() * 16;
  intel_sub_group_block_write(a + at, get_sub_group_local_id() + 5); // finds: race
  uint other = a[31 - get_local_id(0)]; // finds: race
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[get_local_id(0)] = other;
}
