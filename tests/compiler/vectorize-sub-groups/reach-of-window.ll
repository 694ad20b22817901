; How far a window around an element reaches is the same for all lanes but at a border of the image.
; An index that is kept within bounds goes on from lane to lane, mirrored ones too.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; max(-half, -x): one number, and x + that is consecutive.
; CHECK:         br i1 %{{.*}}, label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; min(half, n - x)
; CHECK:         icmp sle <8 x i32>
; CHECK:         br i1 %{{.*}}, label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; max(n - x, 0): backwards.
; CHECK:         icmp sge <8 x i32>
; CHECK:         br i1 %{{.*}}, label %affine
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK-NEXT:    shufflevector <8 x i32>
; CHECK:         call <8 x i32> @llvm.masked.gather
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %half, i32 %n) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %x = trunc i64 %id to i32
  %to.left = sub nsw i32 0, %half
  %minus.x = sub nsw i32 0, %x
  %first = call i32 @llvm.smax.i32(i32 %to.left, i32 %minus.x)
  %i0 = add nsw i32 %x, %first
  %i0.wide = sext i32 %i0 to i64
  %p0 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i0.wide
  %v0 = load i32, ptr addrspace(1) %p0, align 4

  %to.right = sub nsw i32 %n, %x
  %last = call i32 @llvm.smin.i32(i32 %half, i32 %to.right)
  %i1 = add nsw i32 %x, %last
  %i1.wide = sext i32 %i1 to i64
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %i1.wide
  %v1 = load i32, ptr addrspace(1) %p1, align 4

  %mirrored = call i32 @llvm.smax.i32(i32 %to.right, i32 0)
  %mirrored.wide = sext i32 %mirrored to i64
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %mirrored.wide
  %v2 = load i32, ptr addrspace(1) %p2, align 4

  %s0 = add i32 %v0, %v1
  %s1 = add i32 %s0, %v2
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %s1, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
