; A branch on an argument stays a branch on a scalar, and what is uniform stays scalar in it.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[C:.*]] = icmp sgt i32 %n, 3
; CHECK:         br i1 %[[C]],
; CHECK:         load i32, ptr addrspace(1) %in
; CHECK-NOT:     reduce
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %c = icmp sgt i32 %n, 3
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr addrspace(1) %in, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %to, align 4
  br label %end
end:
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
