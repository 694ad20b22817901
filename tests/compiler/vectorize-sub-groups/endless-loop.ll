; A loop that never ends, such as what is left of a loop with a step of zero or stands for a failed
; assertion: lanes that are not in it go on, and no lane goes round when none is in it.
; RUN: vectorizer-fuzz %s
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.full(
; CHECK-NOT:   @k.lane
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %wrong = icmp slt i32 %i, 0
  br i1 %wrong, label %trap, label %next
trap:
  br label %trap
next:
  %odd = trunc i64 %id to i1
  br i1 %odd, label %check, label %join
check:
  %wrong2 = icmp eq i32 %i, -5
  br i1 %wrong2, label %rounds, label %join
rounds:
  %k = phi i32 [ 0, %check ], [ %more, %skip ]
  %more = add i32 %k, 3
  %even = trunc i32 %more to i1
  br i1 %even, label %skip, label %body
body:
  store i32 %k, ptr addrspace(1) %out
  br label %skip
skip:
  br label %rounds
join:
  %x = phi i32 [ %i, %next ], [ 7, %check ]
  %wrong3 = icmp eq i32 %x, -9
  br i1 %wrong3, label %trap2, label %again
again:
  %wrong4 = icmp eq i32 %x, -11
  br i1 %wrong4, label %trap2, label %end
trap2:
  store i32 1, ptr addrspace(1) %out
  br label %trap2
end:
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %x, ptr addrspace(1) %to
  ret void
}

declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
