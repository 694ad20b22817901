// Columns that are swizzled with rows, and read in the same way.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL(NAME, EACH, COPY, AT)                                                               \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void NAME( \
      const global ushort *a, global float *c, int k, int8 y) {                                    \
    local ushort tile[32 * 32];                                                                    \
    const int id = get_local_id(0), lane = get_sub_group_local_id();                               \
    float8 sum = 0;                                                                                \
    for (int first = 0; first < k; first += 32) {                                                  \
      for (int i = id * EACH; i < 1024; i += 64 * EACH) {                                          \
        const int r = i / 32, q = i % 32;                                                          \
        const global ushort *from = a + r * k + first + q;                                         \
        COPY;                                                                                      \
      }                                                                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
      for (int i = 0; i < 32; i += 16) {                                                           \
        const int column = i + lane;                                                               \
        short8 x;                                                                                  \
        for (int e = 0; e < 8; ++e) {                                                              \
          const int row = get_sub_group_id() * 8 + e;                                              \
          x[e] = tile[AT];                                                                         \
        }                                                                                          \
        sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                 \
      }                                                                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    }                                                                                              \
    for (int r = 0; r < 8; ++r)                                                                    \
      c[(get_sub_group_id() * 8 + r) * 16 + lane] = sum[r];                                        \
  }

// CHECK:     kernel 'columns'
// CHECK:     what is staged in columns.tile is read where it comes from
// CHECK:     0 bytes of local memory
KERNEL(columns, 1, tile[r * 32 + (q ^ (r & 3) * 8)] = *from, row * 32 + (column ^ (row & 3) * 8))

// CHECK:     kernel 'vectors'
// CHECK:     what is staged in vectors.tile is read where it comes from
KERNEL(vectors, 8, vstore8(vload8(0, from), 0, tile + r * 32 + (q ^ (r & 3) * 8)),
       row * 32 + (column ^ (row & 3) * 8))

// CHECK:     kernel 'chunks'
// CHECK:     what is staged in chunks.tile is read where it comes from
KERNEL(chunks, 8, vstore8(vload8(0, from), 0, tile + r * 32 + (q / 8 ^ (r & 3)) * 8),
       row * 32 + (column / 8 ^ (row & 3)) * 8 + column % 8)

// CHECK:     kernel 'all'
// CHECK:     what is staged in all.tile is read where it comes from
KERNEL(all, 1, tile[i ^ (((i >> 5) & 3) << 3)] = *from,
       (row * 32 + column) ^ ((((row * 32 + column) >> 5) & 3) << 3))

// CHECK:     kernel 'otherwise'
// CHECK:     what is staged in otherwise.tile is read there: it is not known what reads see
KERNEL(otherwise, 1, tile[r * 32 + (q ^ (r & 3) * 8)] = *from,
       row * 32 + (column ^ (row & 1) * 8))

// With its own bits, two columns may be one, and vectors go apart.
// CHECK:     kernel 'with_itself'
// CHECK:     what is staged in with_itself.tile is read there: it is not known which work-item
KERNEL(with_itself, 1, tile[r * 32 + (q ^ (q >> 3 & 3) * 8)] = *from,
       row * 32 + (column ^ (column >> 3 & 3) * 8))

// CHECK:     kernel 'within_vectors'
// CHECK:     what is staged in within_vectors.tile is read there: it is not known which work-item
KERNEL(within_vectors, 8, vstore8(vload8(0, from), 0, tile + r * 32 + (q ^ (r & 3) * 4)),
       row * 32 + (column ^ (row & 3) * 4))
