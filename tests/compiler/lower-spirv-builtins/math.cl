// Exact functions are instructions and intrinsics; the others are calls of scalar library
// functions, component by component.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @exact(
// CHECK: call float @llvm.fma.f32(
// CHECK: call float @llvm.fmuladd.f32(
// CHECK: call <4 x float> @llvm.sqrt.v4f32(
// CHECK: call float @llvm.maxnum.f32(
// CHECK: call float @llvm.copysign.f32(
kernel void exact(global float *f, global float4 *v) {
  f[0] = fma(f[1], f[2], f[3]);
  f[1] = mad(f[1], f[2], f[3]);
  v[0] = sqrt(v[1]);
  f[2] = fmax(f[1], f[2]);
  f[3] = copysign(f[1], f[2]);
}

// CHECK-LABEL: define void @library(
// CHECK-COUNT-2: call float @_Z3sinf(float
// CHECK: call double @_Z3powdd(double
// CHECK: call float @_Z4pownfi(float {{.*}}, i32
// CHECK: call float @_Z3expf(float
kernel void library(global float *f, global float2 *v, global double *d) {
  v[0] = sin(v[1]);
  d[0] = pow(d[1], d[2]);
  f[0] = pown(f[1], 3);
  f[1] = native_exp(f[2]);
}

// The second result goes through private memory, whatever memory it is for.
// CHECK-LABEL: define void @two_results(
// CHECK: [[MEMORY:%.*]] = alloca i32
// CHECK: call float @_Z5frexpfPi(float {{.*}}, ptr [[MEMORY]])
// CHECK: [[EXPONENT:%.*]] = load i32, ptr [[MEMORY]]
// CHECK: store i32 [[EXPONENT]], ptr addrspace(1)
kernel void two_results(global float *f, global int *i) { f[0] = frexp(f[1], i); }

// CHECK: declare float @_Z3sinf(float) [[ATTRIBUTES:#[0-9]+]]
// CHECK: attributes [[ATTRIBUTES]] = {{.*}}memory(none){{.*}}"heddle-library"
