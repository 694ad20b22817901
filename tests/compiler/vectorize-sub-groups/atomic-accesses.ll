; Atomic loads and stores of words go as others do, behind a fence for the compiler; a load that
; acquires has one behind it, too. A store that all threads are to see in one order has a fence for
; the processor behind it, unless only one thread sees it. Parts of words go lane by lane.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @rows.full(
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK-NOT:     fence
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK-NOT:     atomic
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK-NOT:     fence
; CHECK:         store <8 x i32>
; CHECK-NOT:     fence
; CHECK:         ret void

; CHECK-LABEL: define internal void @rows.masked(
; CHECK:         call <8 x i32> @llvm.masked.load
; CHECK-NOT:     atomic
; CHECK:         call void @llvm.masked.store

; CHECK-LABEL: define internal void @anywhere.full(
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         call <8 x float> @llvm.masked.gather
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         call void @llvm.masked.scatter
; CHECK-NOT:     fence
; CHECK:         ret void

; CHECK-LABEL: define internal void @in_one_order.full(
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         store <8 x i32>
; CHECK-NEXT:    fence seq_cst
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst

; CHECK-LABEL: define internal void @one_place.full(
; CHECK:         fence syncscope("singlethread") seq_cst
; CHECK:         store i32 %{{.*}}, ptr addrspace(1) %p
; CHECK-NEXT:    fence seq_cst
; CHECK-NOT:   lane:
; CHECK:         ret void

; CHECK-LABEL: define internal void @local.full(
; CHECK:         store <8 x i32> %{{.*}}, ptr addrspace(3)
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst

; CHECK-LABEL: define internal void @packed.full(
; CHECK:       lane:
; CHECK:         store atomic i16

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@words = internal addrspace(3) global [256 x i32] undef, align 4

define void @rows(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %x = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store atomic i32 %x, ptr addrspace(1) %q release, align 4
  ret void
}

define void @anywhere(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %index) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = getelementptr inbounds i32, ptr addrspace(1) %index, i64 %local
  %at = load i32, ptr addrspace(1) %i
  %p = getelementptr inbounds float, ptr addrspace(1) %in, i32 %at
  %x = load atomic float, ptr addrspace(1) %p acquire, align 4
  %q = getelementptr inbounds float, ptr addrspace(1) %out, i32 %at
  store atomic float %x, ptr addrspace(1) %q monotonic, align 4
  ret void
}

define void @in_one_order(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %x) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %q = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store atomic i32 %x, ptr addrspace(1) %q seq_cst, align 4
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %y = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  store i32 %y, ptr addrspace(1) %q
  ret void
}

define void @one_place(ptr addrspace(1) %p, i32 %x) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %i = trunc i64 %local to i32
  store atomic i32 %i, ptr addrspace(1) %p seq_cst, align 4
  ret void
}

define void @local(i32 %x) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %q = getelementptr inbounds i32, ptr addrspace(3) @words, i64 %local
  store atomic i32 %x, ptr addrspace(3) %q seq_cst, align 4
  ret void
}

define void @packed(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %x = load i32, ptr addrspace(1) %p
  %low = trunc i32 %x to i16
  %q = getelementptr inbounds i16, ptr addrspace(1) %out, i64 %local
  store atomic i16 %low, ptr addrspace(1) %q monotonic, align 2
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
