// The strength of loops is not reduced where no innermost one is short: all of a kernel without
// loops is in the loop over the work-groups.
// RUN: heddlec %s --kernel=short_one --target=x86-64-v4 --time-passes -o %t 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: heddlec %s --kernel=long_one --target=x86-64-v4 --time-passes -o %t 2>&1 | FileCheck %s --check-prefix=LONG --implicit-check-not="Loop Strength Reduction"
// SHORT: Loop Strength Reduction
// LONG:  Pass execution timing report

#define ONE x = (x ^ *p++) * 5;
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

kernel void short_one(global uint *out, constant uint *p) {
  uint x = out[get_global_id(0)];
  TEN
  out[get_global_id(0)] = x;
}

kernel void long_one(global uint *out, constant uint *p) {
  uint x = out[get_global_id(0)];
  HUNDRED HUNDRED
  out[get_global_id(0)] = x;
}
