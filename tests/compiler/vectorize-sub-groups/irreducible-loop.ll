; A jump into a loop: the loop gets one entry, the result stays that of the scalar run.
; RUN: vectorizer-fuzz %s
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, 9
  br i1 %c, label %a, label %b
a:
  %x = phi i32 [ 0, %0 ], [ %xb, %b ]
  %xa = add i32 %x, 3
  %stop = icmp sgt i32 %xa, 40
  br i1 %stop, label %end, label %b
b:
  %y = phi i32 [ 5, %0 ], [ %xa, %a ]
  %xb = add i32 %y, %i
  %stop2 = icmp sgt i32 %xb, 50
  br i1 %stop2, label %end, label %a
end:
  %r = phi i32 [ %xa, %a ], [ %xb, %b ]
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
