; An index that both ways to a join have computed, each for itself: one vector access, no gather.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-NOT:     masked.gather
; CHECK:       join:
; CHECK:         load <8 x i32>
; CHECK-NOT:     masked.gather
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %id
  %v = load i32, ptr addrspace(1) %p, align 4
  %odd = and i32 %v, 1
  %isOdd = icmp eq i32 %odd, 1
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  %early = add nuw nsw i64 %id, 3
  br i1 %isOdd, label %then, label %join
then:
  store i32 %v, ptr addrspace(1) %to, align 4
  %late = add i64 %id, 3
  br label %join
join:
  %next = phi i64 [ %early, %entry ], [ %late, %then ]
  %q = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %next
  %w = load i32, ptr addrspace(1) %q, align 4
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
