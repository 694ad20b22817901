// Programs pass matrices that are const, private vectors by casts that make generic pointers, and
// arrays of other types; they may name the functions by macros, or declare them themselves.
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.2
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL2.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --print-after=combine-group-ids -o %t 2>&1 | FileCheck %s

void intel_sub_group_2d_block_write_32b_8r16x1c(global void *, int, int, int, int2, private uint *);

// The private arrays became values.
// CHECK-LABEL: define {{.*}}void @k(
// CHECK-NOT: alloca
// CHECK: call <8 x i16> @heddle.block_read_2d.
// CHECK: call <16 x i32> @heddle.block_read_2d.
// CHECK: call void @heddle.block_write_2d.
// CHECK: ret void
__attribute__((intel_reqd_sub_group_size(16))) kernel void
k(const global ushort *a, const global char *b, global float *d, int n) {
  const global void *untyped = b;
  short8 x;
  int8 y[2];
  float8 sum = 0;
  intel_sub_group_2d_block_prefetch_8b_32r16x1c(b, n, n, n, (int2)(0));
  intel_sub_group_2d_block_read_16b_8r16x1c(a, n, n, n, (int2)(0), (ushort *)&x);
  intel_sub_group_2d_block_read_transform_16b_16r16x2c(untyped, n, n, n, (int2)(0),
                                                       (__private uint *)y);
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y[0], sum);
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y[1], sum);
  intel_sub_group_2d_block_write_32b_8r16x1c(d, n, n, n, (int2)(0), (private uint *)&sum);
}
