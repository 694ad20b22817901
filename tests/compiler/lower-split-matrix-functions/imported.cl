// SPIR-V has no instruction for the split functions: a module imports them, and may come from
// outside.
// RUN: heddlec --emit=spirv %s -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec --target=x86-64-v3 --emit=llvm %t.spv -o - | FileCheck %s
// RUN: heddlec --compile %s -o %t.part.spv -- -cl-std=CL3.0
// RUN: heddlec --link %t.part.spv --target=x86-64-v3 --emit=llvm -o - | FileCheck %s
// CHECK: define {{.*}}@k.entry(
__attribute__((intel_reqd_sub_group_size(8))) kernel void k(global const int4 *a,
                                                            global const int8 *b,
                                                            global int8 *c) {
  size_t i = get_global_id(0);
  c[i] = intel_sub_group_i8_i8_split_matrix_mad_k32(a[i], b[i], c[i]);
}
