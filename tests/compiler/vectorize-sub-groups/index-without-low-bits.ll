; unsigned i = get_global_id(0); a[16u * i + k]: the lanes are 16 apart, and the mask that says that
; nothing lies below these is none to them. One check whether the index wraps between them; behind
; it the elements of each lane are stored as vectors.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[FIRST:.*]] = and i64 %{{.*}}, 4294967292
; CHECK:         %[[OK:.*]] = icmp ule i64 %[[FIRST]], 4294967264
; CHECK:         br i1 %[[OK]], label %[[FAST:.*]], label %[[SLOW:.*]], !prof
; CHECK:       [[FAST]]:
; CHECK-COUNT-4: store <8 x i32>
; CHECK:       [[SLOW]]:
; CHECK-NOT:     store <8 x i32>
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %shifted = shl i64 %id, 2
  %row = and i64 %shifted, 4294967292
  %p0 = getelementptr i32, ptr addrspace(1) %out, i64 %row
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %value = trunc i64 %id to i32
  store i32 %value, ptr addrspace(1) %p0, align 4
  store i32 %n, ptr addrspace(1) %p1, align 4
  store i32 %value, ptr addrspace(1) %p2, align 4
  store i32 %value, ptr addrspace(1) %p3, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
