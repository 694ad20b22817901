// Each function of joint_matrix.h becomes its instruction, in every version of the language.
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv -- -cl-std=CL1.0 | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv -- -cl-std=CL2.0 | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %t.spv --target=x86-64-v3 -o %t.hdl
// RUN: heddlec %s --target=x86-64-v3 -o %t.hdl -- -cl-std=CL3.0 -g
#include <joint_matrix.h>

float half_of(float x) { return x / 2; }
#define PLACE(x, row, column) ((x) + (row) + (column))

// CHECK-LABEL: define spir_kernel void @k(
kernel void k(global ushort *a, global bfloat16 *b, local float *c, global float *d, ulong n) {
  // CHECK-DAG: %ma = alloca target("spirv.CooperativeMatrixKHR", i16, 3, 8, 32, 0)
  // CHECK-DAG: %mb = alloca target("spirv.CooperativeMatrixKHR", i16, 3, 32, 16, 1)
  // CHECK-DAG: %mc = alloca target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2)
  joint_matrix(bfloat16, use_a, 8, 32) ma;
  joint_matrix(bfloat16, use_b, 32, 16) mb;
  joint_matrix(float, use_accumulator, 8, 16) mc, md;
  joint_matrix(bfloat16, use_accumulator, 8, 16) narrow;

  // CHECK: call spir_func void @{{.*}}__spirv_CooperativeMatrixPrefetchINTEL{{.*}}(ptr addrspace(1) %a, i32 8, i32 32, i32 0, i32 0, i64 %n)
  joint_matrix_prefetch(8, 32, a, n, layout_row_major);
  // CHECK: [[A:%.*]] = call {{.*}} i16, 3, 8, 32, 0) @{{.*}}__spirv_CooperativeMatrixLoadKHR{{.*}}PU3AS1sil(ptr addrspace(1) %a, i32 0, i64 %n)
  // CHECK: store target({{.*}}) [[A]], ptr %ma
  joint_matrix_load(ma, a, n, layout_row_major);
  // CHECK: call {{.*}} i16, 3, 32, 16, 1) @{{.*}}__spirv_CooperativeMatrixLoadCheckedINTEL{{.*}}(ptr addrspace(1) %b, i64 5, i64 6, i32 2, i64 3, i64 4, i64 %n)
  joint_matrix_load_checked(mb, b, n, layout_ext_intel_packed, 3, 4, 5, 6);
  // CHECK: call {{.*}} float, 3, 8, 16, 2) @{{.*}}__spirv_CompositeConstruct{{.*}}(float 1.000000e+00)
  joint_matrix_fill(mc, 1);
  // CHECK: call {{.*}} float, 3, 8, 16, 2) @{{.*}}__spirv_CooperativeMatrixConstructCheckedINTEL{{.*}}(i64 3, i64 4, i64 1, i64 2, float 2.000000e+00)
  joint_matrix_fill_checked(md, 2, 1, 2, 3, 4);
  // CHECK: call {{.*}} float, 3, 8, 16, 2) @{{.*}}__spirv_CooperativeMatrixMulAddKHR{{.*}}(target({{.*}}) {{%.*}}, target({{.*}}) {{%.*}}, target({{.*}}) {{%.*}}, i32 64)
  joint_matrix_mad(md, ma, mb, mc);
  // An assignment is a load and a store.
  // CHECK: [[D:%.*]] = load target({{.*}} float, 3, 8, 16, 2), ptr %md
  // CHECK: store target({{.*}} float, 3, 8, 16, 2) [[D]], ptr %mc
  mc = md;
  // CHECK: call spir_func i32 @{{.*}}__spirv_CooperativeMatrixLengthKHR{{.*}}(target({{.*}} float, 3, 8, 16, 2) zeroinitializer)
  // CHECK: [[ELEMENT:%.*]] = call spir_func ptr @_Z19__spirv_AccessChain{{.*}}(ptr %mc, i32
  // CHECK: load float, ptr [[ELEMENT]]
  // CHECK: call {{.*}}@half_of(
  joint_matrix_apply(mc, half_of);
  // CHECK: call spir_func <2 x i32> @{{.*}}__spirv_JointMatrixGetElementCoordINTEL
  joint_matrix_apply_coordinates(mc, PLACE);
  // CHECK: call spir_func i16 @{{.*}}__spirv_ConvertFToBF16INTEL
  joint_matrix_copy(mc, narrow);
  // CHECK: call spir_func void @{{.*}}__spirv_CooperativeMatrixStoreKHRPU3AS3f{{.*}}(ptr addrspace(3) %c, target({{.*}}) {{%.*}}, i32 1, i64 %n)
  joint_matrix_store(mc, c, n, layout_col_major);
  // CHECK: call spir_func void @{{.*}}__spirv_CooperativeMatrixStoreCheckedINTELPU3AS1f{{.*}}(ptr addrspace(1) %d, i64 5, i64 6, target({{.*}}) {{%.*}}, i32 0, i64 3, i64 4, i64 %n)
  joint_matrix_store_checked(mc, d, n, layout_row_major, 3, 4, 5, 6);
}

#define OPERANDS(A, B, C, D)                                                                       \
  {                                                                                                \
    joint_matrix(A, use_a, 8, 16) a = 0;                                                           \
    joint_matrix(B, use_b, 16, 8) b = 0;                                                           \
    joint_matrix(C, use_accumulator, 8, 8) c = 0;                                                  \
    joint_matrix(D, use_accumulator, 8, 8) d;                                                      \
    joint_matrix_mad(d, a, b, c);                                                                  \
  }

// What SPIR-V's types do not say stands in the operands of the multiplication.
// CHECK-LABEL: define spir_kernel void @operands(
kernel void operands() {
  // CHECK: MulAddKHR{{.*}}, i32 15)
  OPERANDS(char, char, int, int)
  // CHECK: MulAddKHR{{.*}}, i32 14)
  OPERANDS(uchar, char, int, int)
  // CHECK: MulAddKHR{{.*}}2) {{%[0-9a-z.]+}})
  OPERANDS(uchar, uchar, uint, uint)
  // CHECK: MulAddKHR{{.*}}2) {{%[0-9a-z.]+}})
  OPERANDS(half, half, half, float)
  // CHECK: MulAddKHR{{.*}}, i32 448)
  OPERANDS(bfloat16, bfloat16, bfloat16, bfloat16)
  // CHECK: MulAddKHR{{.*}}, i32 32)
  OPERANDS(tf32, tf32, float, float)
}
