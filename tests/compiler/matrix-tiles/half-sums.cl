// Sums in half are rounded row by row: of 112 floats at once LLVM gets 16 wrong with AVX-512.
// RUN: heddlec %s --target=graniterapids --print-after=lower-matrix-amx -o %t 2>&1 | FileCheck %s
// RUN: heddlec %s --target=graniterapids --emit=asm -o - | FileCheck %s --check-prefix=TILES

// CHECK:     tdpfp16ps
// CHECK-NOT: fptrunc <112 x float>
// CHECK:     fptrunc <8 x float>
// CHECK-NOT: fptrunc <112 x float>
// TILES:     tdpfp16ps
#include <joint_matrix.h>
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void products(global const half *a, global const half *b, global half *c, int steps) {
  joint_matrix(half, use_accumulator, 7, 8) sums[2];
  for (int i = 0; i < 2; ++i)
    joint_matrix_fill(sums[i], 0);
  for (int k = 0; k < steps; ++k) {
    joint_matrix(half, use_a, 7, 1) x[2];
    joint_matrix(half, use_b, 1, 8) y;
    joint_matrix_load(y, b + k * 8, 16, layout_ext_intel_packed);
    for (int i = 0; i < 2; ++i) {
      joint_matrix_load(x[i], a + i * 7 + k * 14, 71, layout_col_major);
      joint_matrix_mad(sums[i], x[i], y, sums[i]);
    }
  }
  for (int i = 0; i < 2; ++i)
    joint_matrix_store(sums[i], c + i * 56, 8, layout_row_major);
}
