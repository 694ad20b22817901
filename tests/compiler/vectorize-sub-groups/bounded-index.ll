; Indices that are kept within bounds go on from lane to lane where no active lane is at a border; a
; gather is there for those that are. Choices that all lanes make alike are made once.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[LESS:.*]] = icmp sle <8 x i32>
; CHECK:         %[[ALL:.*]] = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[LESS]])
; CHECK:         br i1 %{{.*}}, label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; i == 9 ? 0 : i + 1
; CHECK:         %[[OTHERS:.*]] = xor <8 x i1> %{{.*}}, splat (i1 true)
; CHECK:         call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[OTHERS]])
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; Of a row, which is the same for all lanes: a comparison of lane 0's.
; CHECK:         %[[LAST:.*]] = icmp eq i32 %{{.*}}, 3
; CHECK:         select i1 %[[LAST]], i32 0, i32
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; At one of two places: all lanes or none.
; CHECK:         %[[BELOW:.*]] = call i1 @llvm.vector.reduce.and.v8i1(
; CHECK:         %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v8i1(
; CHECK:         %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK:         or i1 %[[BELOW]], %[[NONE]]
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; Equal to a number few lanes are: that is a gather alone.
; CHECK-NOT:     load <8 x i32>
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK-NOT:     load <8 x i32>
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %i = trunc i64 %id to i32
  %least = call i32 @llvm.smin.i32(i32 %i, i32 %n)
  %least.wide = sext i32 %least to i64
  %p0 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %least.wide
  %v0 = load i32, ptr addrspace(1) %p0, align 4

  %is.last = icmp eq i32 %i, 9
  %next = add nsw i32 %i, 1
  %periodic = select i1 %is.last, i32 0, i32 %next
  %periodic.wide = sext i32 %periodic to i64
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %periodic.wide
  %v1 = load i32, ptr addrspace(1) %p1, align 4

  %row = lshr i32 %i, 4
  %is.last.row = icmp eq i32 %row, 3
  %next.row = add nsw i32 %row, 1
  %below = select i1 %is.last.row, i32 0, i32 %next.row
  %place = add i32 %below, %i
  %place.wide = zext i32 %place to i64
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %place.wide
  %v2 = load i32, ptr addrspace(1) %p2, align 4

  %is.left = icmp slt i32 %i, 20
  %shift = select i1 %is.left, i32 40, i32 3
  %shifted = add nsw i32 %shift, %i
  %shifted.wide = sext i32 %shifted to i64
  %p3 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %shifted.wide
  %v3 = load i32, ptr addrspace(1) %p3, align 4

  %one = select i1 %is.last, i32 %i, i32 2
  %one.wide = sext i32 %one to i64
  %p4 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %one.wide
  %v4 = load i32, ptr addrspace(1) %p4, align 4

  %s0 = add i32 %v0, %v1
  %s1 = add i32 %s0, %v2
  %s2 = add i32 %s1, %v3
  %s3 = add i32 %s2, %v4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %s3, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)
declare i32 @llvm.smin.i32(i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
