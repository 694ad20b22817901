; A required work-group size bounds the ids, and is the size where all work-groups have the enqueued
; one. Lanes are bounded by the required sub-group size. Nothing is known of other kernels.
; RUN: heddle-opt --passes=bound-local-ids %s | FileCheck %s

; CHECK-LABEL: @required(
; CHECK:       call range(i64 0, 64) i64 @heddle.local_id(i32 0)
; CHECK:       call range(i64 0, 2) i64 @heddle.local_id(i32 1)
; CHECK:       call range(i32 0, 16) i32 @heddle.sub_group_local_id()
; CHECK-NOT:   @heddle.local_size
; CHECK:       store volatile i64 64
; CHECK-LABEL: @smaller_groups(
; CHECK:       call range(i64 0, 64) i64 @heddle.local_id(i32 0)
; CHECK:       call i64 @heddle.local_size(i32 0)
; CHECK-LABEL: @any(
; CHECK:       call i64 @heddle.local_id(i32 0)

declare i64 @heddle.local_id(i32)
declare i64 @heddle.local_size(i32)
declare i32 @heddle.sub_group_local_id()

define spir_kernel void @required(ptr %out, i32 %d) !reqd_work_group_size !0 !intel_reqd_sub_group_size !1 {
  %x = call i64 @heddle.local_id(i32 0)
  store volatile i64 %x, ptr %out
  %y = call i64 @heddle.local_id(i32 1)
  store volatile i64 %y, ptr %out
  %lane = call i32 @heddle.sub_group_local_id()
  store volatile i32 %lane, ptr %out
  %size = call i64 @heddle.local_size(i32 0)
  store volatile i64 %size, ptr %out
  ret void
}

define spir_kernel void @smaller_groups(ptr %out) "heddle-non-uniform-work-groups" !reqd_work_group_size !0 {
  %x = call i64 @heddle.local_id(i32 0)
  store volatile i64 %x, ptr %out
  %size = call i64 @heddle.local_size(i32 0)
  store volatile i64 %size, ptr %out
  ret void
}

define spir_kernel void @any(ptr %out) {
  %x = call i64 @heddle.local_id(i32 0)
  store volatile i64 %x, ptr %out
  ret void
}

!0 = !{i32 64, i32 2, i32 1}
!1 = !{i32 16}
