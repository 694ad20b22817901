; Lanes leave in different rounds: a live mask, and an accumulator for each value used behind the loop,
; the uniform counter included.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[LEFT:.*]] = phi <8 x i32> [ poison, %{{.*}} ], [ %[[NEXT:.*]], %loop ]
; CHECK:         %[[LIVE:.*]] = phi <8 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY:.*]], %loop ]
; CHECK:         %k = phi i32
; CHECK:         %[[STAY]] = select <8 x i1> %[[LIVE]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; CHECK:         %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> %[[STAY]])
; CHECK:         %[[NEXT]] = select <8 x i1> %[[LIVE]],
; CHECK:         br i1 %[[ANY]], label %loop,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %bound = and i32 %i, 7
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %k, 1
  %stay = icmp ult i32 %next, %bound
  br i1 %stay, label %loop, label %end
end:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %next, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
