// Factors that block writes bring to local memory, in two buffers.
// global: 64
// local: 64
// argument: buffer 8192
// argument: buffer 2048
// argument: buffer 4096
__attribute__((intel_reqd_sub_group_size(16)))
kernel void dpas_staged_by_block_writes(global const ushort *a, global const uint *b, global float *c) {
  local uint tb[2][8 * 16] __attribute__((aligned(64)));
  int sg = get_sub_group_id();
  float8 acc = 0;
  for (int k = 0; k < 4; ++k) {
    uint2 part = intel_sub_group_block_read2(b + k * 128 + sg * 32);
    intel_sub_group_block_write2((local uint *)(tb[k & 1] + sg * 32), part);
    barrier(CLK_LOCAL_MEM_FENCE);
    short8 x = as_short8(intel_sub_group_block_read_us8(a + (sg * 4 + k) * 128));
    int8 y = as_int8(intel_sub_group_block_read8((local uint *)tb[k & 1]));
    acc = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, acc);
  }
  for (int i = 0; i < 8; ++i)
    intel_sub_group_block_write((global uint *)(c + (sg * 8 + i) * 16), as_uint(acc[i]));
}
