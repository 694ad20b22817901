; A function that kernels of two sizes call has a copy for each; structures of matrices, too, and a
; function that nobody calls is gone.
; RUN: heddle-opt --passes=lower-cooperative-matrices %s | FileCheck %s

; CHECK-NOT: {{spirv.Coop}}
; CHECK-DAG: define spir_kernel void @eight(ptr addrspace(1) %c) #[[EIGHT:[0-9]+]] !intel_reqd_sub_group_size
; CHECK-DAG: define spir_kernel void @sixteen(ptr addrspace(1) %c) #[[SIXTEEN:[0-9]+]]
; CHECK-DAG: alloca [2 x %pair{{.*}}]
; CHECK-DAG: define internal <32 x float> @twice{{.*}}(<32 x float> %x)
; CHECK-DAG: define internal <16 x float> @twice{{.*}}(<16 x float> %x)
; CHECK-DAG: fadd <32 x float> %x, %x
; CHECK-DAG: attributes #[[EIGHT]] = { {{.*}}"heddle-cooperative-size"="8"
; CHECK-DAG: attributes #[[SIXTEEN]] = { {{.*}}"heddle-cooperative-size"="16"
; CHECK-NOT: @unused
%pair = type { target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32 }

define target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @twice(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %x) {
  %s = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z12__spirv_FAddPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %x, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %x)
  ret target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %s
}
define target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @unused(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %x) {
  ret target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %x
}
define spir_kernel void @eight(ptr addrspace(1) %c) !intel_reqd_sub_group_size !0 {
  %m = alloca [2 x %pair]
  %C = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 2.0)
  %D = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @twice(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C)
  %p = getelementptr [2 x %pair], ptr %m, i64 0, i64 1, i32 0
  store target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %D, ptr %p
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %D, i32 0, i64 16, i32 0)
  ret void
}
define spir_kernel void @sixteen(ptr addrspace(1) %c) {
  %D = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @twice(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) zeroinitializer)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %D, i32 0, i64 16, i32 0)
  ret void
}
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z12__spirv_FAddPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2))
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float)
declare void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i64, i32)
!0 = !{i32 8}
