; In front of barriers and functions that all work-items must encounter. The second place is for sub-groups in which some do not exist.
; RUN: heddle-opt --passes=check-convergence %s | FileCheck %s

declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare spir_func void @_Z33__spirv_ControlBarrierArriveINTELiii(i32, i32, i32)
declare spir_func i32 @_Z17__spirv_GroupIAddiij(i32, i32, i32)
declare spir_func i32 @_Z27__spirv_GroupNonUniformIAddiij(i32, i32, i32)
declare spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL_RuintPU3AS1Kj(ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT:    call void @heddle.converged.voidi32i32(i32 0, i32 -1)
; CHECK-NEXT:    call spir_func void @_Z22__spirv_ControlBarrieriii(
; CHECK-NEXT:    call void @heddle.converged.voidi32i32(i32 1, i32 -1)
; CHECK-NEXT:    call spir_func i32 @_Z17__spirv_GroupIAddiij(
; CHECK-NEXT:    call spir_func i32 @_Z27__spirv_GroupNonUniformIAddiij(
; CHECK-NEXT:    call void @heddle.converged.voidi32i32(i32 3, i32 2)
; CHECK-NEXT:    call spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL
; CHECK-NEXT:    ret void
define spir_kernel void @k(ptr addrspace(1) %a) {
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %x = call spir_func i32 @_Z17__spirv_GroupIAddiij(i32 3, i32 0, i32 1)
  %y = call spir_func i32 @_Z27__spirv_GroupNonUniformIAddiij(i32 3, i32 0, i32 1)
  %z = call spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL_RuintPU3AS1Kj(ptr addrspace(1) %a)
  ret void
}

; The first half of a split barrier is told to those who are to know where work-items are.
; CHECK-LABEL: define spir_kernel void @arrives(
; CHECK-NEXT:    call void @heddle.converged.voidi32i32(i32 4, i32 -1)
; CHECK-NEXT:    call void @heddle.touched.voidi64i64i64i32(i64 0, i64 0, i64 0, i32 5)
; CHECK-NEXT:    call spir_func void @_Z33__spirv_ControlBarrierArriveINTELiii(
define spir_kernel void @arrives() {
  call spir_func void @_Z33__spirv_ControlBarrierArriveINTELiii(i32 2, i32 2, i32 260)
  ret void
}
