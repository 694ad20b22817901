; Pixels of which three components are computed and the fourth one stays, or is another: they stay as
; they are in memory.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK-COUNT-4: load <8 x i32>
; CHECK-NOT:     shufflevector <8 x i32> %{{.*}}, <8 x i32> %
; CHECK:         add <8 x i32>
; CHECK:         mul <8 x i32> %{{.*}}, <i32 3, i32 5, i32 7, i32 7, i32 3, i32 5, i32 7, i32 7>
; CHECK:         shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 11, i32 4, i32 5, i32 6, i32 15>
; CHECK:         shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 9, i32 2, i32 3, i32 4, i32 13, i32 6, i32 7>
; CHECK:         store <8 x i32>
; CHECK:         ret void

; A component that another one becomes takes them apart.
; CHECK-LABEL: define internal void @swapped.full(
; CHECK:         shufflevector <8 x i32> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> <i32 0, i32 8,
; CHECK:         ret void

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
  %xyz = shufflevector <4 x i32> %v, <4 x i32> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %s = insertelement <3 x i32> poison, i32 %n, i64 0
  %t = shufflevector <3 x i32> %s, <3 x i32> poison, <3 x i32> zeroinitializer
  %a = add <3 x i32> %xyz, %t
  %b = mul <3 x i32> %a, <i32 3, i32 5, i32 7>
  %c = call <3 x i32> @llvm.smax.v3i32(<3 x i32> %b, <3 x i32> %xyz)
  %less = icmp slt <3 x i32> %c, splat (i32 9)
  %d = select <3 x i1> %less, <3 x i32> %a, <3 x i32> %c
  %e = sext <3 x i32> %d to <3 x i64>
  %f = trunc <3 x i64> %e to <3 x i32>
  %whole = shufflevector <3 x i32> %f, <3 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %back = shufflevector <4 x i32> %whole, <4 x i32> %v, <4 x i32> <i32 0, i32 1, i32 2, i32 7>
  %other = insertelement <4 x i32> %back, i32 %n, i64 1
  %q = getelementptr inbounds <4 x i32>, ptr addrspace(1) %out, i64 %id
  store <4 x i32> %other, ptr addrspace(1) %q, align 4
  ret void
}

define void @swapped(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds <4 x i32>, ptr addrspace(1) %in, i64 %local
  %v = load <4 x i32>, ptr addrspace(1) %p, align 4
  %zyx = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 1, i32 0, i32 3>
  %q = getelementptr inbounds <4 x i32>, ptr addrspace(1) %out, i64 %local
  store <4 x i32> %zyx, ptr addrspace(1) %q, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
declare <3 x i32> @llvm.smax.v3i32(<3 x i32>, <3 x i32>)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
