; float4 of each lane, side by side: wide loads and shuffles, one vector for each component.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-COUNT-4: load <8 x i32>
; CHECK:         shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NOT:     gather
; CHECK-LABEL: define internal void @k.masked(
; CHECK-COUNT-4: call <8 x i32> @llvm.masked.load

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %p = getelementptr inbounds <4 x i32>, ptr addrspace(1) %in, i64 %id
  %v = load <4 x i32>, ptr addrspace(1) %p, align 4
  %b = extractelement <4 x i32> %v, i64 1
  %u = insertelement <4 x i32> %v, i32 %b, i64 3
  %w = mul <4 x i32> %u, <i32 1, i32 2, i32 3, i32 4>
  %q = getelementptr inbounds <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %w, ptr addrspace(1) %q, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
