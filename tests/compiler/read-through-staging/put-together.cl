// What is converted or unpacked on its way: by vectors, whose elements are the same of other loads,
// and by several stores, one of which wrote what is read.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL(NAME, TYPE, COPY, AT)                                                               \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void NAME( \
      const global TYPE *a, global float *c, int k, int8 y) {                                      \
    local ushort tile[32 * 40];                                                                    \
    const int id = get_local_id(0), lane = get_sub_group_local_id();                               \
    float8 sum = 0;                                                                                \
    for (int first = 0; first < k; first += 32) {                                                  \
      COPY;                                                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
      for (int i = 0; i < 32; i += 16) {                                                           \
        const int column = i + lane;                                                               \
        short8 x;                                                                                  \
        for (int r = 0; r < 8; ++r) {                                                              \
          const int row = get_sub_group_id() * 8 + r;                                              \
          x[r] = tile[AT];                                                                         \
        }                                                                                          \
        sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);                                 \
      }                                                                                            \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    }                                                                                              \
    for (int r = 0; r < 8; ++r)                                                                    \
      c[(get_sub_group_id() * 8 + r) * 16 + lane] = sum[r];                                        \
  }
#define FOR(EACH, ...)                                                                             \
  for (int i = id * EACH; i < 1024; i += 64 * EACH) {                                              \
    const int r = i / 32, q = i % 32;                                                              \
    const global float *f = (const global float *)a + r * k + first + q;                           \
    __VA_ARGS__;                                                                                   \
  }
ushort high(float value) { return as_uint(value) >> 16; }

// CHECK:     kernel 'elements'
// CHECK:     what is staged in elements.tile is read where it comes from
// CHECK:     0 bytes of local memory
KERNEL(elements, float,
       FOR(4, float4 v = vload4(0, f);
           vstore4((ushort4)(high(v.x), high(v.y), high(v.z), high(v.w)), 0, tile + i)),
       row * 32 + column)

// CHECK:     kernel 'vectors'
// CHECK:     what is staged in vectors.tile is read where it comes from
KERNEL(vectors, float,
       FOR(4, vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, f)), 0, tile + i)),
       row * 32 + column)

// With rows that are apart.
// CHECK:     kernel 'padded'
// CHECK:     what is staged in padded.tile is read where it comes from
KERNEL(padded, float,
       FOR(4, vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, f)), 0, tile + r * 40 + q)),
       row * 40 + column)

// CHECK:     kernel 'statements'
// CHECK:     what is staged in statements.tile is read where it comes from
KERNEL(statements, float, FOR(2, tile[i] = high(f[0]); tile[i + 1] = high(f[1])),
       row * 32 + column)

// CHECK:     kernel 'vectors_by_statements'
// CHECK:     what is staged in vectors_by_statements.tile is read where it comes from
KERNEL(vectors_by_statements, float,
       FOR(8, vstore4(intel_convert_bfloat164_as_ushort4(vload4(0, f)), 0, tile + i);
           vstore4(intel_convert_bfloat164_as_ushort4(vload4(1, f)), 1, tile + i)),
       row * 32 + column)

// Two in a byte: one of both, for each lane.
// CHECK:     kernel 'halves_of_bytes'
// CHECK:     what is staged in halves_of_bytes.tile is read where it comes from
KERNEL(halves_of_bytes, uchar,
       FOR(2, uchar w = a[(r * k + first + q) / 2];
           vstore2((ushort2)(high(w & 15), high(w >> 4)), 0, tile + i)),
       row * 32 + column)

// With what the whole work-group has in vectors.
// CHECK:     kernel 'scaled'
// CHECK:     what is staged in scaled.tile is read where it comes from
KERNEL(scaled, float,
       FOR(2, const int4 scale = y.lo; tile[i] = high(f[0] * scale.x); tile[i + 1] = high(f[1] * scale.x)),
       row * 32 + column)

// Of eight that are nothing alike.
// CHECK:     kernel 'many_kinds'
// CHECK:     what is staged in many_kinds.tile is read there: it is not known what reads see
KERNEL(many_kinds, float,
       FOR(8, float v = *f; vstore8((ushort8)(high(v), high(-v), high(2 * v), high(v + 1),
                                              high(v * v), high(v - 2), high(3 - v), high(1 / v)),
                                    0, tile + i)),
       row * 32 + column)
