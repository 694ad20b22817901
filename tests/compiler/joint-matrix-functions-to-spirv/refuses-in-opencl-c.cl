// Wrong uses are errors of clang at the line, in a sentence.
// RUN: not heddlec %s --emit=spirv -o %t.spv -- -cl-std=CL3.0 2>&1 | FileCheck %s
#include <joint_matrix.h>

kernel void k(global float *p, global int *q) {
  joint_matrix(float, use_a, 8, 16) a;
  joint_matrix(float, use_b, 16, 8) b;
  joint_matrix(half, use_b, 16, 8) other;
  joint_matrix(float, use_accumulator, 8, 8) c;
  joint_matrix(float, use_accumulator, 8, 16) wide;
  joint_matrix(int, use_accumulator, 8, 8) i;

  // CHECK: [[@LINE+1]]:3: error: elements of a joint_matrix are integers, half, float, double, bfloat16 or tf32
  joint_matrix(float4, use_a, 8, 8) vectors;
  // CHECK: [[@LINE+1]]:3: error: the use of a joint_matrix is use_a, use_b or use_accumulator
  joint_matrix(float, 3, 8, 8) use;
  // CHECK: [[@LINE+1]]:3: error: a joint_matrix has 1 to 512 rows and columns
  joint_matrix(float, use_a, 8, 513) size;
  // CHECK: [[@LINE+1]]:3: error: joint_matrix_mad(d, a, b, c) takes a matrix of use_a as a, one of use_b as b and accumulators as c and d
  joint_matrix_mad(c, a, b, a);
  // CHECK: [[@LINE+1]]:3: error: joint_matrix_mad(d, a, b, c): a is M x K, b is K x N, c and d are M x N
  joint_matrix_mad(wide, a, b, wide);
  // CHECK: [[@LINE+1]]:3: error: joint_matrix_mad multiplies integers and adds integers, or multiplies floats of one type and adds floats
  joint_matrix_mad(i, a, b, i);
  // CHECK: [[@LINE+1]]:3: error: joint_matrix_mad multiplies integers
  joint_matrix_mad(c, a, other, c);
  // CHECK: [[@LINE+1]]:3: error: the pointer is to elements of another type than those of the joint_matrix
  joint_matrix_load(a, q, 16, layout_row_major);
  // CHECK: [[@LINE+1]]:3: error: joint_matrix_copy(from, to): both have the same rows and columns
  joint_matrix_copy(c, wide);
  // CHECK: [[@LINE+1]]:5: error: assigning {{.*}} changes address space of pointer
  a = b;
}
