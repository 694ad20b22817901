; float4 of each lane, side by side, of which nobody wants a component: it stays as it is in memory.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-COUNT-4: load <8 x i32>
; CHECK-NOT:     shufflevector <8 x i32> %{{.*}}, <8 x i32> %
; CHECK:         mul <8 x i32> %{{.*}}, <i32 1, i32 2, i32 3, i32 4, i32 1, i32 2, i32 3, i32 4>
; CHECK-NOT:     shufflevector <8 x i32> %{{.*}}, <8 x i32> %
; CHECK:         ret void
; A division needs its mask in the order of its operands.
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         %[[OWNERS:.*]] = shufflevector <8 x i1> %exists, <8 x i1> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK:         call <8 x i32> @llvm.masked.load.v8i32.p1(ptr addrspace(1) {{.*}}, <8 x i1> %[[OWNERS]]
; CHECK:         or <8 x i32>
; CHECK:         %[[DIVIDING:.*]] = shufflevector <8 x i1> %exists, <8 x i1> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK-NEXT:    select <8 x i1> %[[DIVIDING]], <8 x i32> %{{.*}}, <8 x i32> splat (i32 1)

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
  %s = insertelement <4 x i32> poison, i32 %n, i64 0
  %t = shufflevector <4 x i32> %s, <4 x i32> poison, <4 x i32> zeroinitializer
  %a = add <4 x i32> %v, %t
  %u = mul <4 x i32> %a, <i32 1, i32 2, i32 3, i32 4>
  %d = or <4 x i32> %v, splat (i32 1)
  %w = udiv <4 x i32> %u, %d
  %q = getelementptr inbounds <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %w, ptr addrspace(1) %q, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
