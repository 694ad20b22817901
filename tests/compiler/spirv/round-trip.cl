// Source and the module made from it give the same code.
// RUN: heddlec %s --emit=spirv -o %t.spv
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm -o %t.source.ll
// RUN: heddlec %t.spv --target=x86-64-v3 --emit=llvm -o %t.module.ll -- -cl-uniform-work-group-size
// RUN: FileCheck %s < %t.source.ll
// RUN: FileCheck %s < %t.module.ll

// CHECK: define {{.*}}@k
__attribute__((intel_reqd_sub_group_size(16)))
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global const float *a, global float *b, float s) {
  size_t i = get_global_id(0);
  b[i] = a[i] * s;
}
