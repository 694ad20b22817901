; Indices that an argument multiplies are consecutive where it is 1, which a test says; but not where
; something is added that changes while the product stays: such are rows. Rows of pixels have a stride
; of their own, and pixels go on from plane to plane.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[ONE:.*]] = icmp eq i64 %increment, 1
; CHECK:         br i1 %[[ONE]], label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK:         store <8 x i32> %{{.*}}, ptr addrspace(1)
; CHECK:         call void @llvm.masked.scatter
; CHECK:         ret void

; CHECK-LABEL: define internal void @rows.full(
; CHECK-NOT:     icmp eq i64 %columns, 1
; CHECK-NOT:     load <8 x i32>
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK-NOT:     load <8 x i32>
; CHECK:         ret void

; CHECK-LABEL: define internal void @planes.full(
; CHECK:         %[[ONE:.*]] = icmp eq i64 %channels, 1
; CHECK:       loop:
; CHECK:         br i1 %[[ONE]], label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %increment, i64 %first) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %product = mul nsw i64 %id, %increment
  %place = add nsw i64 %product, %first
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %place
  %value = load i32, ptr addrspace(1) %from, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %product
  store i32 %value, ptr addrspace(1) %to, align 4
  ret void
}

define void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %columns) #0 {
entry:
  %id = call i64 @heddle.global_id(i32 0)
  %product = mul nsw i64 %id, %columns
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %place = add nsw i64 %product, %k
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %place
  %value = load i32, ptr addrspace(1) %from, align 4
  %sum.next = add i32 %sum, %value
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, 5
  br i1 %more, label %loop, label %exit

exit:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum.next, ptr addrspace(1) %to, align 4
  ret void
}

define void @planes(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %channels) #0 {
entry:
  %x = call i64 @heddle.global_id(i32 0)
  %y = call i64 @heddle.global_id(i32 1)
  %row = mul i64 %y, %channels
  %pixel = add i64 %row, %x
  %product = mul i64 %pixel, %channels
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %place = phi i64 [ %product, %entry ], [ %place.next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %loop ]
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %place
  %value = load i32, ptr addrspace(1) %from, align 4
  %sum.next = add i32 %sum, %value
  %place.next = add i64 %place, %channels
  %k.next = add i64 %k, 1
  %more = icmp ult i64 %k.next, 3
  br i1 %more, label %loop, label %exit

exit:
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %x
  store i32 %sum.next, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
