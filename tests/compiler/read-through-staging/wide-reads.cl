// Each lane reads a column of what others have written in smaller pieces, in rounds of a loop or in
// several statements.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#define KERNEL(NAME, COPY)                                                                         \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void NAME( \
      const global ushort *a, const global ushort *b, global float *c, int k) {                    \
    local ushort tile[16 * 16];                                                                    \
    const int id = get_local_id(0), lane = get_sub_group_local_id();                               \
    float8 sum = 0;                                                                                \
    for (int first = 0; first < k; first += 16) {                                                  \
      COPY;                                                                                        \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
      short8 x;                                                                                    \
      for (int r = 0; r < 8; ++r)                                                                  \
        x[r] = a[(get_sub_group_id() * 8 + r) * k + first + lane];                                 \
      sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, *(local int8 *)(tile + lane * 16), sum);   \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                \
    }                                                                                              \
    for (int r = 0; r < 8; ++r)                                                                    \
      c[(get_sub_group_id() * 8 + r) * 16 + lane] = sum[r];                                        \
  }
#define PAIR(i) *(local ushort2 *)(tile + (i)) = *(const global ushort2 *)(b + first * 16 + (i))
#define ONE(i) tile[i] = b[first * 16 + (i)]

// CHECK:     kernel 'pairs_in_a_loop'
// CHECK:     what is staged in pairs_in_a_loop.tile is read where it comes from
// CHECK:     0 bytes of local memory
KERNEL(pairs_in_a_loop, for (int i = id * 2; i < 256; i += 128) PAIR(i))

// CHECK:     kernel 'counted'
// CHECK:     what is staged in counted.tile is read where it comes from
KERNEL(counted, for (int r = 0; r < 4; ++r) ONE(id + 64 * r))

// CHECK:     kernel 'statements'
// CHECK:     what is staged in statements.tile is read where it comes from
KERNEL(statements, PAIR(id * 2 + 128); PAIR(id * 2))

// CHECK:     kernel 'side_by_side'
// CHECK:     what is staged in side_by_side.tile is read where it comes from
KERNEL(side_by_side, ONE(id * 4); ONE(id * 4 + 1); ONE(id * 4 + 2); ONE(id * 4 + 3))

// What is written twice is not known, nor what nobody writes.
// CHECK:     kernel 'twice'
// CHECK:     what is staged in twice.tile is read there
KERNEL(twice, PAIR(id * 2); PAIR(id * 2 + 64))

// CHECK:     kernel 'with_gaps'
// CHECK:     what is staged in with_gaps.tile is read there
KERNEL(with_gaps, for (int i = id * 2; i < 256; i += 128) ONE(i))
