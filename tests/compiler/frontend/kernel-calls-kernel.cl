// A kernel that others call keeps a body of its own; the others take theirs into the kernel.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

// CHECK-LABEL: define void @callee(
// CHECK: call void @__clang_ocl_kern_imp_callee(
kernel void callee(global int *p) { p[0] = 1; }

// CHECK-LABEL: define void @caller(
// CHECK: call void @__clang_ocl_kern_imp_callee(
// CHECK: store i32 2
kernel void caller(global int *p) {
  callee(p);
  p[1] = 2;
}
