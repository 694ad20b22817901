// What clang lets be done with pointers, which matrices are to it.
// RUN: not heddlec %s --emit=spirv -o %t.spv -- -cl-std=CL3.0 2>&1 | FileCheck %s
#include <joint_matrix.h>

typedef joint_matrix(float, use_accumulator, 8, 8) acc;
struct holder {
  acc m;
};

// CHECK-DAG: error: variable 'k.shared': matrices live in private memory only
// CHECK-DAG: error: function 'argument': an argument of a kernel cannot be a matrix
kernel void argument(acc m) {}

void copy(struct holder *to, struct holder *from) {
  // CHECK-DAG: refuses-what-no-matrix-can.cl:[[@LINE+1]]:9: function 'copy': a structure is copied through pointers that may hold matrices; copy its members
  *to = *from;
}

kernel void k(global float *p, global acc *matrices) {
  acc a = 0, b = 0;
  local acc shared;
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:9: function 'k': the joint_matrix functions are all that can be done with a matrix
  if (a == b)
    p[0] = 1;
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:10: function 'k': the joint_matrix functions are all that can be done with a matrix
  p[1] = (*a)[0][0][0];
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:3: function 'k': a matrix cannot be an argument of this function
  printf("%p\n", a);
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:15: function 'k': matrices live in private memory only
  matrices[0] = a;
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:3: function 'k': an accumulator has no packed layout
  joint_matrix_store(a, p, 8, layout_ext_intel_packed);
  // CHECK-DAG: error: {{.*}}:[[@LINE+1]]:3: function 'k': the layout is none of row_major, col_major and ext_intel_packed
  joint_matrix_store(a, p, 8, 7);
  shared = a;
  struct holder from, to;
  copy(&to, &from);
}
