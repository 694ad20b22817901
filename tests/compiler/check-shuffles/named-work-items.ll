; In front of what names the work-item whose value it wants; functions of another scope, and those that go up by a distance, have none.
; RUN: heddle-opt --passes=check-shuffles %s | FileCheck %s

declare spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(i32, i32, i32)
declare spir_func i32 @_Z32__spirv_GroupNonUniformShuffleUpiij(i32, i32, i32)
declare spir_func i32 @_Z31__spirv_SubgroupShuffleXorINTELij(i32, i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT:    [[ACTIVE:%.*]] = call i32 @heddle.sub_group_ballot.i32i1(i1 true)
; CHECK-NEXT:    [[BIT:%.*]] = call i32 @llvm.umin.i32(i32 %lane, i32 63)
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 {{%.*}}, i64 {{%.*}}, i32 0)
; CHECK-NEXT:    call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(
; CHECK-NEXT:    call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(
; CHECK-NEXT:    call spir_func i32 @_Z32__spirv_GroupNonUniformShuffleUpiij(
; CHECK-NEXT:    [[OWN:%.*]] = call i32 @heddle.sub_group_local_id()
; CHECK-NEXT:    xor i32 %lane, [[OWN]]
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 {{%.*}}, i64 {{%.*}}, i32 1)
; CHECK-NEXT:    call spir_func i32 @_Z31__spirv_SubgroupShuffleXorINTELij(
; CHECK-NEXT:    ret void
define spir_kernel void @k(i32 %lane) {
  %a = call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(i32 3, i32 5, i32 %lane)
  %b = call spir_func i32 @_Z30__spirv_GroupNonUniformShuffleiij(i32 2, i32 5, i32 %lane)
  %c = call spir_func i32 @_Z32__spirv_GroupNonUniformShuffleUpiij(i32 3, i32 5, i32 %lane)
  %d = call spir_func i32 @_Z31__spirv_SubgroupShuffleXorINTELij(i32 5, i32 %lane)
  ret void
}
