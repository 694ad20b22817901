// joint_matrix.hpp: the functions are inlined, so that layouts are constants and matrices variables.
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv -- -cl-std=CLC++2021 | FileCheck %s
// RUN: heddlec %s --emit=spirv -o %t.spv --print-after=joint-matrix-functions-to-spirv -- -cl-std=CLC++1.0 -cl-opt-disable | FileCheck %s
// RUN: heddlec %t.spv --target=x86-64-v3 -o %t.hdl
// RUN: heddlec %s --target=x86-64-v3 -o %t.hdl -- -cl-std=CLC++2021 -g
#include <joint_matrix.hpp>

using namespace sycl;
using namespace sycl::ext::oneapi;
using namespace sycl::ext::oneapi::experimental::matrix;
namespace intel = sycl::ext::intel::experimental::matrix;

#if SYCL_EXT_ONEAPI_MATRIX != 1 || SYCL_EXT_INTEL_MATRIX != 1
#error
#endif

// The matrix is a member of its class.
// CHECK-DAG: %[[A:".*joint_matrix[.0-9]*"]] = type { target("spirv.CooperativeMatrixKHR", i16, 3, 8, 32, 0) }
// CHECK-DAG: %[[C:".*joint_matrix[.0-9]*"]] = type { target("spirv.CooperativeMatrixKHR", float, 3, 8, 16, 2) }

// CHECK-LABEL: define spir_kernel void @k(
// CHECK-DAG: %ma = alloca %[[A]]
// CHECK-DAG: %mc = alloca [2 x %[[C]]]
// CHECK-NOT: call {{.*}}joint_matrix_
kernel void k(const global bfloat16 *a, const global ushort *b, global float *c, ulong n) {
  sub_group sg = this_work_item::get_sub_group();
  joint_matrix<sub_group, bfloat16, use::a, 8, 32, layout::row_major> ma;
  joint_matrix<sub_group, bfloat16, use::b, 32, 16, layout::ext_intel_packed> mb;
  joint_matrix<sub_group, float, use::accumulator, 8, 16> mc[2];

  // CHECK: __spirv_CooperativeMatrixPrefetchINTEL{{.*}}(ptr addrspace(1) %a, i32 8, i32 32, i32 0, i32 0, i64 %n)
  joint_matrix_prefetch<8, 32>(sg, a, n, layout::row_major);
  // CHECK: __spirv_CooperativeMatrixLoadKHR{{.*}}(ptr addrspace(1) %a, i32 0, i64 %n)
  joint_matrix_load(sg, ma, a, n);
  // CHECK: __spirv_CooperativeMatrixLoadCheckedINTEL{{.*}}(ptr addrspace(1) %b, i64 5, i64 6, i32 2, i64 3, i64 4, i64 %n)
  intel::joint_matrix_load_checked(sg, mb, b, n, 3, 4, 5, 6);
  // CHECK: __spirv_CooperativeMatrixLoadCheckedINTEL{{.*}}(ptr addrspace(1) %c, i64 5, i64 6, i32 1, i64 3, i64 4, i64 %n)
  intel::joint_matrix_load_checked(sg, mc[1], c, n, layout::col_major, 3, 4, 5, 6);
  // CHECK: __spirv_CompositeConstruct{{.*}}(float
  joint_matrix_fill(sg, mc[0], 1);
  // CHECK: __spirv_CooperativeMatrixConstructCheckedINTEL{{.*}}(i64 3, i64 4, i64 1, i64 2, float
  intel::joint_matrix_fill_checked(sg, mc[1], 2.0f, 1, 2, 3, 4);
  // CHECK: __spirv_CooperativeMatrixMulAddKHR{{.*}}, i32 64)
  joint_matrix_mad(sg, mc[0], ma, mb, mc[1]);
  // CHECK: __spirv_CooperativeMatrixLengthKHR
  // CHECK: call spir_func ptr @_Z19__spirv_AccessChain
  joint_matrix_apply(sg, mc[0], [=](float &x) { x += n; });
  // CHECK: __spirv_JointMatrixGetElementCoordINTEL
  intel::joint_matrix_apply(sg, mc[0], [=](float &x, size_t row, size_t column) { x += row; });
  // CHECK: call spir_func ptr @_Z19__spirv_AccessChain
  // CHECK: call spir_func ptr @_Z19__spirv_AccessChain
  joint_matrix_apply(sg, mc[0], mc[1], [](float &x, float &y) { x = y; });
  // CHECK: [[C0:%.*]] = load target({{.*}}float, 3, 8, 16, 2)
  // CHECK: store target({{.*}}float, 3, 8, 16, 2) [[C0]]
  joint_matrix_copy(sg, mc[0], mc[1]);
  // CHECK: __spirv_CooperativeMatrixLengthKHR
  auto data = intel::get_wi_data(sg, mc[0]);
  for (size_t i = 0; i < data.length(); ++i)
    data[i] *= round_to_tf32(data[i]);
  // CHECK: __spirv_CooperativeMatrixStoreKHR{{.*}}(ptr addrspace(1) %c, target({{.*}}) {{%.*}}, i32 0, i64 %n)
  joint_matrix_store(sg, mc[0], c, n, layout::row_major);
  // CHECK: __spirv_CooperativeMatrixStoreCheckedINTEL{{.*}}(ptr addrspace(1) %c, i64 5, i64 6, target({{.*}}) {{%.*}}, i32 0, i64 3, i64 4, i64 %n)
  intel::joint_matrix_store_checked(sg, mc[0], c, n, layout::row_major, 3, 4, 5, 6);
  // CHECK: __spirv_CooperativeMatrixStoreKHR{{.*}}i16, 3, 8, 32, 0) {{%.*}}, i32 0, i64 %n)
  intel::joint_matrix_store(sg, ma, (global ushort *)c, n);
}
