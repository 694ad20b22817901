// Kernels with products of matrices are compiled side by side, however short they are: what they
// share has a name that several objects know.
// RUN: heddlec %s --target=x86-64-v3 -o %t
// RUN: llvm-nm %t | FileCheck %s
// CHECK-DAG: heddle.shared.0
// CHECK-DAG: T first.entry
// CHECK-DAG: T second.entry

constant int starts[64] = {3, 1, 4, 1, 5};

#define PRODUCT(NAME)                                                                              \
  __attribute__((intel_reqd_sub_group_size(8))) kernel void NAME(                                  \
      global const int8 *a, global const int8 *b, global int8 *c) {                                \
    const size_t i = get_global_id(0);                                                             \
    c[i] = intel_sub_group_i8_i8_matrix_mad_k32(a[i], b[i], (int8)starts[i & 63]);                 \
  }
PRODUCT(first)
PRODUCT(second)
