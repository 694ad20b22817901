// B in rows is packed in pairs of rows once for all sub-groups that have the same columns: what is
// left in the loop are tile loads and products. Nothing is shared that the kernel may have written.
// RUN: heddlec %s --print-after=fold-tile-memory --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=TILES
// RUN: heddlec %s --kernel=columns --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=COLUMNS
// RUN: heddlec %s --kernel=shuffled --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=SHUFFLED
// RUN: heddlec %s --kernel=halves --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=HALVES
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
// TILES:         panel.ready:
// TILES-NOT:     shufflevector
// TILES:         call x86_amx @llvm.x86.tileloadd64.internal(i16 16, i16 64, ptr %{{.*}}, i64 64)
// TILES:         call x86_amx @llvm.x86.tdpbf16ps.internal(
// EXPLAIN:     kernel 'shared'
// EXPLAIN:     B is packed: 512 bytes a round, once for all sub-groups of a worker with the same columns
// EXPLAIN:     kernel 'written'
// EXPLAIN-NOT: is packed
// EXPLAIN:     kernel 'columns'
KERNEL void shared(const global ushort *a, const global ushort *b, global float *c, int M, int N,
                   int K) {
  PRODUCT
}

// TILES-LABEL: define {{.*}}@written.entry(
// TILES-NOT:     panel
// TILES:         ret void
KERNEL void written(const global ushort *a, const global ushort *b, global float *c, int M, int N,
                    int K) {
  c[get_global_id(0)] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  PRODUCT
}

// Elements that lanes read by themselves or shuffle are packed as well, by what
// they are told apart by: a column here, a row there.
// COLUMNS-LABEL: define {{.*}}@columns.entry(
// COLUMNS:         panel.ask:
// COLUMNS:         call { ptr, i64 } %{{[0-9]+}}(ptr %worker, i32 0, i64 %{{.*}}, ptr %panel.keys{{[0-9]*}}, i32 2)
// COLUMNS:         load <16 x i32>, ptr %{{[0-9]+}}, align 64
// COLUMNS:         {{.*}}.pack:
// COLUMNS-COUNT-32: load <4 x i32>
KERNEL void columns(const global ushort *a, const global uint *b, global float *c, int M, int N,
                    int K) {
  float8 sum = 0;
  for (int k = 0; k < K; k += 16) {
    short8 x = as_short8(intel_sub_group_block_read_us8(a + get_group_id(1) * 8 * K + k * 8));
    int8 y = as_int8(vload8(0, b + (get_global_id(0) * K + k) / 2));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int row = 0; row < 8; ++row)
    c[(get_group_id(1) * 8 + row) * N + get_global_id(0)] = sum[row];
}

// SHUFFLED-LABEL: define {{.*}}@shuffled.entry(
// SHUFFLED:         call { ptr, i64 } %{{[0-9]+}}(ptr %worker, i32 0, i64 %{{.*}}, ptr %panel.keys{{[0-9]*}}, i32 2)
KERNEL void shuffled(const global ushort *a, const global uint *b, global float *c, int M, int N,
                     int K) {
  float8 sum = 0;
  const int lane = get_sub_group_local_id();
  for (int k = 0; k < K; k += 16) {
    short8 x;
    for (int row = 0; row < 8; ++row) {
      const uint both = ((const global uint *)(a + (get_group_id(1) * 8 + row) * K + k))[lane / 2];
      x[row] = (short)(sub_group_shuffle(both, lane & ~1) >> lane % 2 * 16);
    }
    int8 y = as_int8(intel_sub_group_block_read8(b + (get_group_id(0) * K + k) * 8));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int row = 0; row < 8; ++row)
    c[(get_group_id(1) * 8 + row) * N + get_global_id(0)] = sum[row];
}

// Halves are packed as bfloats: with a second copy for infinity and NaN, if there are any.
// HALVES-LABEL: define {{.*}}@halves.entry(
// HALVES-DAG:     call { ptr, i64 } %{{[0-9]+}}(ptr %worker, i32 0,
// HALVES-DAG:     call { ptr, i64 } %{{[0-9]+}}(ptr %worker, i32 1,
// HALVES-DAG:     %finite = select i1
// HALVES-DAG:     %finite{{[0-9]+}} = select i1
// HALVES-COUNT-4: @heddle.simd_matrix_mad{{.*}}, i32 8, i32 16, i32 16, i32 12288)
KERNEL void halves(const global ushort *a, const global uint *b, global float *c, int M, int N,
                   int K) {
  float8 sum = 0;
  for (int k = 0; k < K; k += 16) {
    short8 x = as_short8(intel_sub_group_block_read_us8(a + get_group_id(1) * 8 * K + k * 8));
    int8 y = as_int8(intel_sub_group_block_read8(b + (get_group_id(0) * K + k) * 8));
    sum = intel_sub_group_f16_f16_matrix_mad_k16(x, y, sum);
  }
  for (int row = 0; row < 8; ++row)
    c[(get_group_id(1) * 8 + row) * N + get_global_id(0)] = sum[row];
}

// As many rounds as the number of a work-group says.
// EXPLAIN:     kernel 'triangle'
// EXPLAIN:     B is packed: 512 bytes a round
KERNEL void triangle(const global ushort *a, const global uint *b, global float *c, int N, int K) {
  float8 sum = 0;
  for (int k = 0; k < ((int)get_group_id(1) + 1) * 16; k += 16) {
    short8 x = as_short8(intel_sub_group_block_read_us8(a + get_group_id(1) * 8 * K + k * 8));
    int8 y = as_int8(vload8(0, b + (get_global_id(0) * K + k) / 2));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int row = 0; row < 8; ++row)
    c[(get_group_id(1) * 8 + row) * N + get_global_id(0)] = sum[row];
}
