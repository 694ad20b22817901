// A module with OpLine and no instructions of a debug set has places all the same: of checks, of remarks, and of another file.
// RUN: heddlec --compile %s -o %t.whole.spv -- -cl-std=CL3.0 -g
// RUN: python3 %S/Inputs/without_debug_instructions.py %t.whole.spv %t.spv
// RUN: heddlec %t.spv --explain --target=x86-64-v3 | FileCheck %s
// RUN: heddlec %t.spv --checks --kernel=scale --print-after=check-accesses --target=x86-64-v3 -o %t.hdl | FileCheck %s --check-prefix=CHECKS

// CHECK-LABEL: kernel 'scale'
kernel void scale(global const float *a, global float *b) {
  size_t i = get_global_id(0);
  // CHECK: lines-alone.cl:[[#@LINE+2]]: load of a: consecutive, one vector
  // CHECKS: !{i64 0, !"a", {{.*}}, !"{{.*}}/lines-alone.cl", i64 [[#@LINE+1]], i64 13,
  float x = a[i];
  if (x > 3)
    // CHECK: lines-alone.cl:[[#@LINE+1]]: store to b: consecutive, one vector under a mask
    b[i] = x;
}

// CHECK-LABEL: kernel 'reversed'
kernel void reversed(global float *b, int n) {
  size_t i = get_global_id(0);
#line 7 "other.cl"
  // CHECK: other.cl:8: load of b: consecutive backwards
  b[i] = b[n - i];
}
