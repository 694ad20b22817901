// B in rows is packed in pairs of rows once for all sub-groups that have the same columns: what is
// left in the loop are tile loads and products. Nothing is shared that the kernel may have written.
// RUN: heddlec %s --print-after=fold-tile-memory --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=EXPLAIN
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=EXPLAIN

#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel
#define PRODUCT                                                                                    \
  float8 sum[2] = {0, 0};                                                                          \
  for (int k = 0; k < K; k += 16) {                                                                \
    short8 x[2];                                                                                   \
    int8 y;                                                                                        \
    intel_sub_group_2d_block_read_16b_16r16x1c(a, K * 2, M, K * 2, (int2)(k, get_group_id(1) * 16), \
                                               (private ushort *)x);                               \
    intel_sub_group_2d_block_read_transform_16b_16r16x1c(b, N * 2, K, N * 2,                       \
                                                         (int2)(get_group_id(0) * 16, k),          \
                                                         (private uint *)&y);                      \
    sum[0] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[0], y, sum[0]);                            \
    sum[1] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[1], y, sum[1]);                            \
  }                                                                                                \
  for (int i = 0; i < 2; ++i)                                                                      \
    for (int row = 0; row < 8; ++row)                                                              \
      c[(get_group_id(1) * 16 + i * 8 + row) * N + get_global_id(0)] = sum[i][row];

// TILES-LABEL: define {{.*}}@shared.entry(
// TILES:         %packed = call ptr @heddle.packed_block
// TILES-NOT:     shufflevector
// TILES:         call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %packed, i64 64)
// TILES-NOT:     shufflevector
// TILES:         call x86_amx @llvm.x86.tdpbf16ps.internal(
// EXPLAIN:     kernel 'shared'
// EXPLAIN:     a block of {{512|1024}} bytes is packed once for all sub-groups that read it in one call
// EXPLAIN:     kernel 'written'
// EXPLAIN-NOT: packed once
KERNEL void shared(const global ushort *a, const global ushort *b, global float *c, int M, int N,
                   int K) {
  PRODUCT
}

// TILES-LABEL: define {{.*}}@written.entry(
// TILES-NOT:     heddle.packed_block
// TILES:         ret void
KERNEL void written(const global ushort *a, const global ushort *b, global float *c, int M, int N,
                    int K) {
  c[get_global_id(0)] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  PRODUCT
}
