// The bits of a constant as a vector are numbers, not a vector of one component that is cast.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @words(
// CHECK: store <2 x i32> <i32 1, i32 -2147483648>
kernel void words(global uint2 *p) { *p = as_uint2(0x8000000000000001UL); }

// CHECK-LABEL: define void @mixed(
// CHECK-NOT: <1 x
// CHECK: ret void
kernel void mixed(global uchar8 *p, global float2 *q, global double *r) {
  p[0] = as_uchar8(0x0102030405060708UL) + p[1];
  q[0] = get_global_id(0) ? as_float2(1L) : as_float2(2.0);
  r[0] = as_double(as_uint2(3UL));
}
