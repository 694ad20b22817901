; A global id is the sum of what the work-group pass knows; the offset is in it.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.lane(
; CHECK-DAG:     %[[GROUP:.*]] = call i64 @heddle.group_id(i32 1)
; CHECK-DAG:     %[[SIZE:.*]] = call i64 @heddle.enqueued_local_size(i32 1)
; CHECK-DAG:     %[[FIRST:.*]] = mul nuw nsw i64 %[[GROUP]], %[[SIZE]]
; CHECK-DAG:     %[[LOCAL:.*]] = call i64 @heddle.first_local_id(i32 1)
; CHECK-DAG:     %[[INSIDE:.*]] = add nuw nsw i64 %[[FIRST]], %[[LOCAL]]
; CHECK-DAG:     %[[OFFSET:.*]] = call i64 @heddle.global_offset(i32 1)
; CHECK:         add nuw nsw i64 %[[INSIDE]], %[[OFFSET]]
; CHECK-NOT:     heddle.{{[a-z_]*}}(i32 {{[02]}})

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 1)
  store i64 %id, ptr addrspace(1) %out, align 8
  ret void
}

declare i64 @heddle.global_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
