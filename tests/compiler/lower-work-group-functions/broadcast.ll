; The one work-item stores its value, and all load it between two barriers.
; RUN: heddle-opt --passes=lower-work-group-functions %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:         call i64 @heddle.local_id(i32 0)
; CHECK:         call i64 @heddle.local_id(i32 2)
; CHECK:         br i1 %{{.*}}, label %[[SOURCE:.*]], label %[[ALL:.*]]
; CHECK:       [[SOURCE]]:
; CHECK:         store i64 %x, ptr addrspace(3)
; CHECK:       [[ALL]]:
; CHECK-NEXT:    call void @heddle.work_group_barrier(
; CHECK:         load i64, ptr addrspace(3)
; CHECK-NEXT:    call void @heddle.work_group_barrier(
; CHECK-NOT:     call i64 @heddle.work_group_broadcast

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %out, i64 %x, i64 %where) #0 {
  %r = call i64 @heddle.work_group_broadcast.i64i64i64i64i64(i64 %x, i64 %where, i64 0, i64 0)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

declare i64 @heddle.work_group_broadcast.i64i64i64i64i64(i64, i64, i64, i64)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
