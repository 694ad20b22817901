// RUN: not heddlec %s --emit=spirv -o %t.spv -- -cl-std=CLC++2021 2>&1 | FileCheck %s
#include <joint_matrix.h> // finds the other header
using namespace sycl;
using namespace sycl::ext::oneapi::experimental::matrix;

kernel void k(global float *p, global int *q) {
  sub_group sg;
  joint_matrix<sub_group, float, use::a, 8, 16, layout::row_major> a;
  joint_matrix<sub_group, float, use::b, 16, 8, layout::row_major> b;
  joint_matrix<sub_group, float, use::accumulator, 8, 8> c;
  joint_matrix<sub_group, float, use::accumulator, 8, 16> wide;
  joint_matrix<sub_group, int, use::accumulator, 8, 8> i;

  // CHECK-DAG: error: static assertion failed{{.*}}: elements of a joint_matrix are integers, half, float, double, bfloat16 or precision::tf32
  // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: note: in instantiation of template class
  joint_matrix<sub_group, float4, use::a, 8, 8> vectors;
  // CHECK-DAG: error: static assertion failed{{.*}}: a joint_matrix has 1 to 512 rows and columns
  joint_matrix<sub_group, float, use::a, 8, 513> size;
  // CHECK-DAG: [[@LINE+1]]:3: error: no matching function for call to 'joint_matrix_mad'
  joint_matrix_mad(sg, c, b, a, c);
  // CHECK-DAG: [[@LINE+1]]:3: error: no matching function for call to 'joint_matrix_mad'
  joint_matrix_mad(sg, wide, a, b, wide);
  // CHECK-DAG: error: static assertion failed{{.*}}: joint_matrix_mad multiplies integers
  joint_matrix_mad(sg, i, a, b, i);
  // CHECK-DAG: error: static assertion failed{{.*}}: the pointer is to elements of another type
  joint_matrix_load(sg, a, q, 16);
  // CHECK-DAG: error: static assertion failed{{.*}}: joint_matrix_load needs the layout
  joint_matrix_load(sg, c, p, 16);
  // CHECK-DAG: [[@LINE+1]]:8: error: overload resolution selected deleted operator '='
  wide = wide;
}
