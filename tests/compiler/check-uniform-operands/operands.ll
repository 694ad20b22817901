; A sub-group's work-items are compared in the code, a work-group's by the runtime; constants are not asked for.
; RUN: heddle-opt --passes=check-uniform-operands %s | FileCheck %s

declare spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32, i32, i32)
declare spir_func i64 @_Z22__spirv_GroupBroadcastiiDv2_m(i32, i32, <2 x i64>)
declare spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(i32, i32, i32)
declare spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL_RuintPU3AS1Kj(ptr addrspace(1))

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT:    [[ID:%.*]] = sext i32 %id to i64
; CHECK-NEXT:    call void @heddle.same_in_lanes.voidi64i32(i64 [[ID]], i32 0)
; CHECK-NEXT:    call spir_func i32 @_Z22__spirv_GroupBroadcastiij(
; CHECK-NEXT:    call spir_func i32 @_Z22__spirv_GroupBroadcastiij(
; CHECK-NEXT:    [[X:%.*]] = extractelement <2 x i64> %ids, i64 0
; CHECK-NEXT:    call void @heddle.touched.voidi64i64i64i32(i64 0, i64 0, i64 [[X]], i32 1)
; CHECK-NEXT:    [[Y:%.*]] = extractelement <2 x i64> %ids, i64 1
; CHECK-NEXT:    call void @heddle.touched.voidi64i64i64i32(i64 0, i64 0, i64 [[Y]], i32 2)
; CHECK-NEXT:    call spir_func i64 @_Z22__spirv_GroupBroadcastiiDv2_m(
; CHECK-NEXT:    call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(
; CHECK-NEXT:    [[P:%.*]] = ptrtoint ptr addrspace(1) %a to i64
; CHECK-NEXT:    call void @heddle.same_in_lanes.voidi64i32(i64 [[P]], i32 3)
; CHECK-NEXT:    call spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL
; CHECK-NEXT:    ret void
define spir_kernel void @k(ptr addrspace(1) %a, i32 %id, <2 x i64> %ids) {
  %x = call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 3, i32 0, i32 %id)
  %y = call spir_func i32 @_Z22__spirv_GroupBroadcastiij(i32 3, i32 0, i32 5)
  %z = call spir_func i64 @_Z22__spirv_GroupBroadcastiiDv2_m(i32 2, i32 0, <2 x i64> %ids)
  %v = call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(i32 3, i32 0, i32 %id)
  %w = call spir_func i32 @_Z36__spirv_SubgroupBlockReadINTEL_RuintPU3AS1Kj(ptr addrspace(1) %a)
  ret void
}
