; RUN: not heddle-opt --passes=lower-cooperative-matrices %s 2>&1 | FileCheck %s

; CHECK-DAG: 'of_work_groups'{{.*}}: cooperative matrix: its scope is 2, this device has matrices of sub-groups (3) only
define spir_kernel void @of_work_groups(ptr addrspace(1) %c) {
  %C = call target("spirv.CooperativeMatrixKHR", float, 2, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 2.0)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_2_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 2, 16, 16, 2) %C, i32 0, i64 16, i32 0)
  ret void
}
; CHECK-DAG: 'layout'{{.*}}: cooperative matrix: an accumulator has no packed layout
; CHECK-DAG: 'layout'{{.*}}: cooperative matrix: the layout is not a constant of 0 (row-major), 1 (column-major) or 2 (packed)
define spir_kernel void @layout(ptr addrspace(1) %c, i32 %layout) {
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) zeroinitializer, i32 2, i64 16, i32 0)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) zeroinitializer, i32 %layout, i64 16, i32 0)
  ret void
}
; CHECK-DAG: 'sizes'{{.*}}: cooperative matrix: a product of 16 x 32 of i16 and 16 x 32 of i16 is added to 16 x 16 of float and gives 16 x 16 of float: sizes do not fit
define spir_kernel void @sizes(ptr addrspace(1) %c) {
  %D = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRx(target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0) zeroinitializer, target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 1) zeroinitializer, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) zeroinitializer, i32 64)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %D, i32 0, i64 16, i32 0)
  ret void
}
declare target("spirv.CooperativeMatrixKHR", float, 2, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float)
declare void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_2_16_16_2ili(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", float, 2, 16, 16, 2), i32, i64, i32)
declare void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i64, i32)
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRx(target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0), target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32)
