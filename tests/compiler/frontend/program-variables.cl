// Variables of program scope become data that is private to the kernel binary, whatever their name.
// RUN: heddlec %s --target=x86-64-v3 -o %t --emit=llvm -- -cl-std=CL3.0 && FileCheck %s --input-file=%t

// CHECK-DAG: @environ = internal {{.*}}addrspace(1) global i32 3
// CHECK-DAG: @target = internal {{.*}}addrspace(1) global i32 0
// CHECK-DAG: @pointer = internal {{.*}}addrspace(1) global ptr addrspace(1) @target
global int environ = 3;
global int target;
global int *global pointer = &target;

kernel void k(global int *out) {
  out[0] = ++environ + ++*pointer;
  pointer = out;
}
