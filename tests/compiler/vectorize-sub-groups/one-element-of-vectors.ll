; float4 at places that were loaded, of which one element is wanted, if only by a shuffle: a gather
; of that element, and no load of a vector for each lane.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-NOT:     load <4 x float>
; CHECK:         call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> align 8
; CHECK-NOT:     load <4 x float>
; CHECK:         ret void

; Two elements come with the vectors.
; CHECK-LABEL: define internal void @two.full(
; CHECK-COUNT-8: load <4 x float>, ptr addrspace(1) %{{.*}}, align 16
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i64 %wide
  %w = load <4 x float>, ptr addrspace(1) %p, align 16
  %pair = shufflevector <4 x float> %w, <4 x float> <float 1.0, float 0.0, float 0.0, float 0.0>, <2 x i32> <i32 2, i32 4>
  %to = getelementptr inbounds <2 x float>, ptr addrspace(1) %out, i64 %local
  store <2 x float> %pair, ptr addrspace(1) %to, align 8
  ret void
}

define void @two(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %from = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %v = load i32, ptr addrspace(1) %from, align 4
  %low = and i32 %v, 63
  %wide = zext i32 %low to i64
  %p = getelementptr inbounds <4 x float>, ptr addrspace(1) %in, i64 %wide
  %w = load <4 x float>, ptr addrspace(1) %p, align 16
  %pair = shufflevector <4 x float> %w, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %to = getelementptr inbounds <2 x float>, ptr addrspace(1) %out, i64 %local
  store <2 x float> %pair, ptr addrspace(1) %to, align 8
  ret void
}

declare i64 @heddle.local_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
