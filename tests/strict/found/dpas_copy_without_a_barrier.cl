// The copy of the next round overwrites what other sub-groups still read.
// global: 32
// local: 32
// argument: buffer 4096
// argument: buffer 4096
__attribute__((intel_reqd_sub_group_size(16)))
kernel void dpas_copy_without_a_barrier(global const int *b, global float *c) {
  local int tb[8 * 16];
  int sg = get_sub_group_id();
  float8 acc = 0;
  for (int k = 0; k < 4; ++k) {
    event_t e = async_work_group_copy(tb, b + 128 * k, 128, 0); // finds: race
    wait_group_events(1, &e);
    int8 y = as_int8(intel_sub_group_block_read8((local uint *)tb)); // finds: race
    acc = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(k), y, acc);
  }
  for (int i = 0; i < 8; ++i)
    intel_sub_group_block_write((global uint *)(c + (sg * 8 + i) * 16), as_uint(acc[i]));
}
