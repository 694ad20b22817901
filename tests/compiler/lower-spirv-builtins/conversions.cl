// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @to_integer(
// CHECK: [[ROUNDED:%.*]] = call float @llvm.roundeven.f32(
// CHECK: call i32 @llvm.fptosi.sat.i32.f32(float [[ROUNDED]])
// CHECK: call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(
// CHECK: call float @llvm.floor.f32(
kernel void to_integer(global int *i, global uchar4 *c, global float *f, global float4 *v) {
  i[0] = convert_int_sat_rte(f[0]);
  c[0] = convert_uchar4_sat(v[0]);
  i[1] = convert_int_rtn(f[1]);
}

// CHECK-LABEL: define void @between_integers(
// CHECK: call i32 @llvm.smax.i32(i32 {{.*}}, i32 0)
// CHECK: call <8 x i32> @llvm.smax.v8i32({{.*}}splat (i32 -32768))
// CHECK: call <8 x i32> @llvm.smin.v8i32({{.*}}splat (i32 32767))
// CHECK: trunc <8 x i32>
kernel void between_integers(global uint *u, global int *i, global short8 *s, global int8 *w) {
  u[0] = convert_uint_sat(i[0]);
  s[0] = convert_short8_sat(w[0]);
}
