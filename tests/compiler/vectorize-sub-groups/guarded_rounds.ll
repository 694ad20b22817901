; What is inside of bounds has a version without masks also where it has loops, and none where masks
; cost less than the question, as they do in local memory, and at the edges of matrices.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @short_local.full(
; CHECK-NOT:   .all:
; CHECK:         ret void

; CHECK-LABEL: define internal void @rows.full(
; CHECK:       round.all:
; CHECK-NOT:   masked
; CHECK:         load <8 x i32>
; CHECK-NOT:   masked
; CHECK:         store <8 x i32>
; CHECK:         br i1
; CHECK:       round:
; CHECK:         ret void

; CHECK-LABEL: define internal void @edges.full(
; CHECK-NOT:   .all:
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @short_local(ptr addrspace(3) %in, ptr addrspace(3) %out, i64 %n) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %is = icmp slt i64 %local, %n
  br i1 %is, label %body, label %end

body:
  %p = getelementptr inbounds i32, ptr addrspace(3) %in, i64 %local
  %a = load i32, ptr addrspace(3) %p
  %q = getelementptr inbounds i32, ptr addrspace(3) %out, i64 %local
  store i32 %a, ptr addrspace(3) %q
  br label %end

end:
  ret void
}

define void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, i64 %rows) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %is = icmp slt i64 %local, %n
  br i1 %is, label %body, label %end

body:
  %any = icmp sgt i64 %rows, 0
  br i1 %any, label %round, label %end

round:
  %row = phi i64 [ 0, %body ], [ %next, %round ]
  %first = mul i64 %row, %n
  %i = add i64 %first, %local
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i
  %a = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %i
  store i32 %a, ptr addrspace(1) %q
  %next = add nuw nsw i64 %row, 1
  %more = icmp slt i64 %next, %rows
  br i1 %more, label %round, label %end

end:
  ret void
}

define void @edges(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n, <2 x i32> %a, <8 x i32> %b) #0 {
entry:
  %local = call i64 @heddle.local_id(i32 0)
  %sum = call <2 x i32> @heddle.matrix_mad.x(<2 x i32> %a, <8 x i32> %b, <2 x i32> zeroinitializer, i32 32, i32 48)
  %result = extractelement <2 x i32> %sum, i32 0
  %is = icmp slt i64 %local, %n
  br i1 %is, label %body, label %end

body:
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %c = load i32, ptr addrspace(1) %p
  %all = add i32 %c, %result
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %all, ptr addrspace(1) %q
  br label %end

end:
  ret void
}

declare i64 @heddle.local_id(i32)
declare <2 x i32> @heddle.matrix_mad.x(<2 x i32>, <8 x i32>, <2 x i32>, i32, i32) #1

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" "heddle-masks-elements" }
attributes #1 = { convergent nounwind }
