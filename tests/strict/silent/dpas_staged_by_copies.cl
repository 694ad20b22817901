// Factors that asynchronous copies bring to local memory, in two buffers.
// global: 32
// local: 32
// argument: buffer 4096
// argument: buffer 4096
// argument: buffer 4096
#define G intel_sub_group_bf16_bf16_matrix_mad_k16
__attribute__((intel_reqd_sub_group_size(16)))
kernel void dpas_staged_by_copies(global const short *a, global const int *b, global float *c) {
  local short ta[2][16 * 16];
  local int tb[2][8 * 16];
  int sg = get_sub_group_id();
  event_t e = async_work_group_copy(ta[0], a, 256, 0);
  e = async_work_group_copy(tb[0], b, 128, e);
  float8 acc = 0;
  for (int k = 0; k < 4; ++k) {
    wait_group_events(1, &e);
    if (k + 1 < 4) {
      e = async_work_group_copy(ta[(k + 1) & 1], a + 256 * (k + 1), 256, 0);
      e = async_work_group_copy(tb[(k + 1) & 1], b + 128 * (k + 1), 128, e);
    }
    short8 x = as_short8(intel_sub_group_block_read_us8((local ushort *)(ta[k & 1] + sg * 128)));
    int8 y = as_int8(intel_sub_group_block_read8((local uint *)tb[k & 1]));
    acc = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, acc);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 8; ++i)
    intel_sub_group_block_write((global uint *)(c + (sg * 8 + i) * 16), as_uint(acc[i]));
}
