// An instruction has its layout as a constant: there is one for each layout that the use has.
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv | FileCheck %s
#include <joint_matrix.h>

// CHECK-LABEL: define spir_kernel void @k(
kernel void k(global short *p, uint layout) {
  joint_matrix(short, use_b, 16, 16) b;
  joint_matrix(short, use_accumulator, 16, 16) c;
  // CHECK: icmp eq i32 %layout, 0
  // CHECK: LoadKHR{{.*}}(ptr addrspace(1) %p, i32 0, i64 16)
  // CHECK: icmp eq i32 %layout, 1
  // CHECK: LoadKHR{{.*}}(ptr addrspace(1) %p, i32 1, i64 16)
  // CHECK: icmp eq i32 %layout, 2
  // CHECK: LoadKHR{{.*}}(ptr addrspace(1) %p, i32 2, i64 16)
  joint_matrix_load(b, p, 16, layout);
  joint_matrix_copy(b, c);
  // CHECK: StoreKHR{{.*}} i32 0, i64 16)
  // CHECK: StoreKHR{{.*}} i32 1, i64 16)
  // CHECK-NOT: StoreKHR
  // CHECK: ret void
  joint_matrix_store(c, p, 16, layout);
}
