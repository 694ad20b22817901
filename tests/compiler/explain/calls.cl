// Calls, barriers, matrix functions, and functions that were inlined.
// RUN: heddlec %s --target=x86-64-v3 --explain --sub-group-size=8 -- -cl-std=CL3.0 > %t.txt
// RUN: FileCheck --check-prefix=CALL --input-file=%t.txt %s
// RUN: FileCheck --check-prefix=BARRIER --input-file=%t.txt %s
// RUN: FileCheck --check-prefix=MATRIX --input-file=%t.txt %s
// RUN: heddlec %s --target=x86-64-v3 --explain --sub-group-size=1 -- -cl-std=CL3.0 -DONE | FileCheck --check-prefix=LANE %s

// CALL-LABEL: kernel 'call'
// LANE-LABEL:  kernel 'call'
// LANE:        calls.cl: sub-group size 1: asked for by --sub-group-size
// LANE-NOT:    vectorized
float helper(global const float *a, int i) {
  // CALL: calls.cl:[[@LINE+1]]: load of a: consecutive{{.*}} [called from line [[@LINE+6]]]
  return a[i] + 1;
}

kernel void call(global float *a) {
  int i = get_global_id(0);
  float x = helper(a, i);
  // CALL: calls.cl:[[@LINE+1]]: call of {{.*}}sin{{.*}}: the vector form
  a[i] = sin(x);
  // CALL: calls.cl:[[@LINE+1]]: call of printf: lane loop, the work-items print one after another
  printf("%f\n", x);
}

#ifndef ONE
// BARRIER-LABEL: kernel 'in_step'
// BARRIER:       calls.cl: barriers: 2 regions, which all sub-groups run in step; {{[0-9]+}} bytes a sub-group are kept across them
// BARRIER:       calls.cl: memory: 512 bytes of local memory a work-group
kernel void in_step(global float *a) {
  local float shared[128];
  int i = get_local_id(0);
  // BARRIER: calls.cl:[[@LINE+1]]: store to shared: consecutive
  shared[i] = a[i];
  // BARRIER: calls.cl:[[@LINE+1]]: work-group barrier: the sub-group waits here until all of them have come
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = shared[127 - i];
}

// MATRIX-LABEL: kernel 'matrix'
// MATRIX:       calls.cl: sub-group size 8: the kernel requires it
__attribute__((intel_reqd_sub_group_size(8)))
kernel void matrix(global int8 *a, global int8 *b, global float8 *c) {
  // MATRIX: calls.cl:[[@LINE+1]]: matrix product of 8 rows, 8 columns and depth 16: {{v[a-z0-9]+}}, 8 rows of 1 register
  *c = intel_sub_group_bf16_bf16_matrix_mad_k16(*a, *b, *c);
}
#endif
