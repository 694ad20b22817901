// global: 32
// local: 32
// argument: buffer 128
__attribute__((intel_reqd_sub_group_size(16)))
kernel void race_with_nobodys_block(global uint *a) {
  uint at = get_sub_group_id() * 16;
  intel_sub_group_block_write(a + at, get_sub_group_local_id() + 5);
  uint own = a[get_local_id(0)] + intel_sub_group_block_read(a + at);
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[31 - get_local_id(0)] = own;
}
