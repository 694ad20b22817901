; Four neighbouring elements of a place that was loaded are one load of a vector for each lane, in
; whichever order they are read. Two are a gather of words. A store may change what is read behind it.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @four.full(
; CHECK-NOT:     masked.gather
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NOT:     masked.gather
; CHECK:         shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK:         ret void
; CHECK-LABEL: define internal void @four.masked(
; CHECK:         @llvm.cttz.i8(
; CHECK-COUNT-8: load <4 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK:         ret void

; CHECK-LABEL: define internal void @two.full(
; CHECK:         call <8 x i64> @llvm.masked.gather.v8i64.v8p1(<8 x ptr addrspace(1)> align 4
; CHECK-NOT:     masked.gather
; CHECK:         ret void

; CHECK-LABEL: define internal void @written.full(
; CHECK:         call <8 x i32> @llvm.masked.gather.v8i32.v8p1
; CHECK:         store <8 x i32>
; CHECK:         call <8 x i32> @llvm.masked.gather.v8i32.v8p1
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @four(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %wide
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 2
  %c = load i32, ptr addrspace(1) %p2, align 4
  %a = load i32, ptr addrspace(1) %p, align 4
  %ca = sub i32 %c, %a
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %b = load i32, ptr addrspace(1) %p1, align 4
  %cab = xor i32 %ca, %b
  %p3 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 3
  %d = load i32, ptr addrspace(1) %p3, align 4
  %times = mul i32 %d, 3
  %sum = add i32 %cab, %times
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

define void @two(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %wide
  %a = load i32, ptr addrspace(1) %p, align 4
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %b = load i32, ptr addrspace(1) %p1, align 4
  %sum = sub i32 %a, %b
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

define void @written(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %square = mul i64 %local, %local
  %low = and i64 %square, 63
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %low
  %a = load i32, ptr addrspace(1) %p, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %a, ptr addrspace(1) %to, align 4
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %p, i64 1
  %b = load i32, ptr addrspace(1) %p1, align 4
  %sum = sub i32 %a, %b
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
