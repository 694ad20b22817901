// Without -cl-std the language is OpenCL C 1.2, and sub-group functions are there all the same.
// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins | FileCheck %s

#if __OPENCL_C_VERSION__ != 120 || __OPENCL_VERSION__ < 300
#error "not OpenCL C 1.2 of a 3.0 device"
#endif

// CHECK-LABEL: define void @k(
// CHECK: call i32 @heddle.sub_group_local_id()
// CHECK: call i32 @heddle.sub_group_reduce.i32i32i32(
// CHECK: call void @heddle.sub_group_barrier(
kernel void k(global int *p) {
  p[0] = sub_group_reduce_add((int)get_sub_group_local_id());
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
}
