// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv && heddlec %t.spv --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// Four bytes are one operation, which knows the signs of the factors; that of the first decides how
// the sum saturates.
// CHECK-LABEL: define void @vectors(
// CHECK: bitcast <4 x i8> {{.*}} to i32
// CHECK: call i32 @heddle.byte_dot.i32i32i32i32(i32 {{.*}}, i32 {{.*}}, i32 0)
// CHECK: call i32 @heddle.byte_dot.i32i32i32i32(i32 {{.*}}, i32 {{.*}}, i32 1)
// CHECK: call i32 @llvm.sadd.sat.i32(
kernel void vectors(global int *i, global uchar4 *u, global char4 *s) {
  i[0] = (int)dot(u[0], u[1]);
  i[1] = dot_acc_sat(s[0], u[1], i[1]);
}

// CHECK-LABEL: define void @packed(
// CHECK: call i32 @heddle.byte_dot.i32i32i32i32(i32 {{.*}}, i32 {{.*}}, i32 3)
// CHECK: call i32 @heddle.byte_dot.i32i32i32i32(i32 {{.*}}, i32 {{.*}}, i32 0)
// CHECK: call i32 @llvm.uadd.sat.i32(
kernel void packed(global uint *p) {
  p[0] = (uint)dot_4x8packed_ss_int(p[0], p[1]);
  p[1] = dot_acc_sat_4x8packed_uu_uint(p[0], p[1], p[2]);
}
