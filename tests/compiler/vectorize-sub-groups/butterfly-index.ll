; Bits that all lanes have, of and with those of consecutive numbers: where lane 0 has none of the
; bits that lanes are counted by, the others follow it, or are the same.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; i ^ n
; CHECK:         xor i32 %n, %i
; CHECK:         %[[BITS:.*]] = or i32 %n, %i
; CHECK:         %[[LOW:.*]] = and i32 %[[BITS]], 7
; CHECK:         %aligned = icmp eq i32 %[[LOW]], 0
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; 2 * i - (i & ((1 << n) - 1)): the mask keeps all bits of lanes.
; CHECK:         %[[KEPT:.*]] = xor i32 %{{.*}}, 7
; CHECK:         or i32 %[[KEPT]], %{{.*}}
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; i & -(1 << n) and i >> n: the same for all lanes.
; CHECK:         load i32, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK:         load i32, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; i ^ 1 changes places.
; CHECK-NOT:     load
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK-NOT:     load
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %i = trunc i64 %id to i32
  %partner = xor i32 %i, %n
  %partner.wide = zext i32 %partner to i64
  %p0 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %partner.wide
  %v0 = load i32, ptr addrspace(1) %p0, align 4

  %distance = shl nuw i32 1, %n
  %mask = add i32 %distance, -1
  %low = and i32 %i, %mask
  %twice = shl i32 %i, 1
  %spread = sub i32 %twice, %low
  %spread.wide = zext i32 %spread to i64
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %spread.wide
  %v1 = load i32, ptr addrspace(1) %p1, align 4

  %high = shl nsw i32 -1, %n
  %begin = and i32 %i, %high
  %begin.wide = zext i32 %begin to i64
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %begin.wide
  %v2 = load i32, ptr addrspace(1) %p2, align 4

  %block = lshr i32 %i, %n
  %block.wide = zext i32 %block to i64
  %p3 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %block.wide
  %v3 = load i32, ptr addrspace(1) %p3, align 4

  %neighbour = xor i32 %i, 1
  %neighbour.wide = zext i32 %neighbour to i64
  %p4 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %neighbour.wide
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
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
