// Files have their folders: of headers with one name, each line says in which.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --explain=html --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=PAGE
// CHECK: {{^}}far/index.h:1: load of a: gather
// CHECK: {{^}}near/index.h:1: load of a: consecutive, one vector
// PAGE:  <h2>far/index.h</h2>
// PAGE:  load of a: gather
// PAGE:  <h2>near/index.h</h2>
// PAGE:  load of a: consecutive, one vector
kernel void k(global const float *a, global float *b);
#line 1 "near/index.h"
float near(global const float *a, size_t i) { return a[i]; }
#line 1 "./far/index.h"
float far(global const float *a, size_t i) { return a[i * i % 77]; }
#line 16 "headers-of-one-name.cl"
kernel void k(global const float *a, global float *b) {
  size_t i = get_global_id(0);
  b[i] = near(a, i) + far(a, i);
}
