// Cooperative matrices in local memory are read by elements where what is staged there is read
// where it comes from, and as a whole where it is not.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s
#include <joint_matrix.h>

#define KERNEL                                                                                     \
  __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 2, 1))) kernel void
#define MATRICES(depth)                                                                            \
  joint_matrix(float, use_accumulator, 8, 16) sum;                                                 \
  joint_matrix(bfloat16, use_a, 8, depth) x;                                                       \
  joint_matrix(bfloat16, use_b, depth, 16) y;                                                      \
  joint_matrix_load(x, a, 16, layout_row_major);                                                   \
  joint_matrix_fill(sum, 0)

// CHECK-LABEL: kernel 'one'
// CHECK:       what is staged in one.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL one(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile[16 * 40];
  const int item = get_local_linear_id(), column = get_local_id(0) / 16 * 16;
  MATRICES(16);
  for (int first = 0; first < k; first += 16) {
    for (int i = item; i < 512; i += 64)
      tile[i / 32 * 40 + i % 32] = b[(first + i / 32) * n + i % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    joint_matrix_load(y, tile + column, 40, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  joint_matrix_store(sum, c, n, layout_row_major);
}

// Two buffers, copied by vectors: what is in front of the loop has other counters.
// CHECK-LABEL: kernel 'two'
// CHECK:       what is staged in two.tile is read where it comes from
// CHECK:       0 bytes of local memory
KERNEL two(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile[2][512];
  const int item = get_local_linear_id(), column = get_local_id(0) / 16 * 16;
  MATRICES(16);
  for (int i = item; i < 128; i += 64)
    vstore4(vload4(0, b + i / 8 * n + i % 8 * 4), i, tile[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 16) {
    const int now = first / 16 & 1;
    if (first + 16 < k)
      for (int i = item; i < 128; i += 64)
        vstore4(vload4(0, b + (first + 16 + i / 8) * n + i % 8 * 4), i, tile[now ^ 1]);
    joint_matrix_load(y, tile[now] + column, 32, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  joint_matrix_store(sum, c, n, layout_row_major);
}

// What is in front of the loop has rows and columns exchanged.
// CHECK-LABEL: kernel 'exchanged'
// CHECK:       what is staged in exchanged.tile is read there: it is not known what reads see
KERNEL exchanged(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile[2][320];
  const int item = get_local_linear_id(), row = item / 8, column = item % 8;
  MATRICES(8);
  vstore4(vload4(0, b + row * n + column * 4), 0, tile[0] + column * 40 + row * 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 8) {
    const int now = first / 8 & 1;
    if (first + 8 < k)
      vstore4(vload4(0, b + (first + 8 + row) * n + column * 4), 0,
              tile[now ^ 1] + row * 40 + column * 4);
    joint_matrix_load(y, tile[now], 20, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  joint_matrix_store(sum, c, n, layout_row_major);
}

// The same, not exchanged.
// CHECK-LABEL: kernel 'alike'
// CHECK:       what is staged in alike.tile is read where it comes from
KERNEL alike(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile[2][320];
  const int item = get_local_linear_id(), row = item / 8, column = item % 8;
  MATRICES(8);
  vstore4(vload4(0, b + row * n + column * 4), 0, tile[0] + row * 40 + column * 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int first = 0; first < k; first += 8) {
    const int now = first / 8 & 1;
    if (first + 8 < k)
      vstore4(vload4(0, b + (first + 8 + row) * n + column * 4), 0,
              tile[now ^ 1] + row * 40 + column * 4);
    joint_matrix_load(y, tile[now], 40, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  joint_matrix_store(sum, c, n, layout_row_major);
}

// Written in one way, read in another: the matrix is read as a whole.
// CHECK-LABEL: kernel 'shifted'
// CHECK:       what is staged in shifted.tile is read there: it is not known what reads see
// CHECK:       cooperative-matrices.cl:[[# @LINE + 8]]: cooperative matrix load: one load for each line of the matrix
KERNEL shifted(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  local ushort tile[8 * 48];
  const int item = get_local_linear_id(), row = item / 8, column = item % 8;
  MATRICES(8);
  for (int first = 0; first < k; first += 8) {
    vstore4(vload4(0, b + (first + row) * n + column * 4), 0, tile + row * 40 + column * 4);
    barrier(CLK_LOCAL_MEM_FENCE);
    joint_matrix_load(y, tile, 24, layout_row_major);
    joint_matrix_mad(sum, x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  joint_matrix_store(sum, c, n, layout_row_major);
}
