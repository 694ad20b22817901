// Kernels with checks: of a product that the device does not report the build log says so.
// RUN: heddlec %s --checks --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: heddlec %s --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=PLAIN --allow-empty
#include <joint_matrix.h>

#define PRODUCT(name, type, m, n, k)                                                               \
  __attribute__((intel_reqd_sub_group_size(16))) kernel void name(global float *c) {               \
    joint_matrix(type, use_a, m, k) a;                                                             \
    joint_matrix(type, use_b, k, n) b;                                                             \
    joint_matrix(float, use_accumulator, m, n) d;                                                  \
    joint_matrix_fill(a, 1);                                                                       \
    joint_matrix_fill(b, 1);                                                                       \
    joint_matrix_fill(d, 1);                                                                       \
    joint_matrix_mad(d, a, b, d);                                                                  \
    joint_matrix_store(d, c, n, layout_row_major);                                                 \
  }

// CHECK-NOT: function 'eight'
// CHECK-NOT: function 'four'
// CHECK-NOT: function 'tile'
// CHECK: function 'odd': clGetDeviceCooperativeMatrixInfoKHR has no product of 7 x 13 x 29 of i16 and i16 with float at sub-group size 16
// PLAIN-NOT: clGetDeviceCooperativeMatrixInfoKHR
PRODUCT(eight, bfloat16, 8, 16, 16)
PRODUCT(four, bfloat16, 4, 16, 16)
PRODUCT(tile, bfloat16, 16, 16, 32)
PRODUCT(odd, bfloat16, 7, 13, 29)
