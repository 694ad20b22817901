; Lanes whose words lie side by side in local memory, which one thread has, update them all at once;
; at words apart one after another, without a loop over the lanes where all are active.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @own_words.full(
; CHECK:         %[[OLD:.*]] = load <8 x i32>, ptr addrspace(3)
; CHECK:         %[[NEW:.*]] = add <8 x i32> %[[OLD]],
; CHECK:         store <8 x i32> %[[NEW]], ptr addrspace(3)
; CHECK-NOT:     atomicrmw
; CHECK:         store <8 x i32> %[[OLD]], ptr addrspace(1)

; CHECK-LABEL: define internal void @own_words.masked(
; CHECK:         call <8 x i32> @llvm.masked.load
; CHECK-NOT:     atomicrmw
; CHECK:         call void @llvm.masked.store

; CHECK-LABEL: define internal void @floats.full(
; CHECK:         fadd <8 x float>
; CHECK-NOT:     atomicrmw
; CHECK:         ret void

; CHECK-LABEL: define internal void @apart.full(
; CHECK-NOT:   lane:
; CHECK:         %[[NEXT:.*]] = getelementptr i8, ptr addrspace(3) %q, i64 12
; CHECK:         atomicrmw umax ptr addrspace(3) %q,
; CHECK:         atomicrmw umax ptr addrspace(3) %[[NEXT]],
; CHECK-COUNT-6: atomicrmw umax
; CHECK-NOT:     atomicrmw
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@words = internal addrspace(3) global [256 x i32] undef, align 4
@sums = internal addrspace(3) global [256 x float] undef, align 4

define void @own_words(ptr addrspace(1) %out, i32 %operand) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %q = getelementptr inbounds i32, ptr addrspace(3) @words, i64 %local
  %old = atomicrmw add ptr addrspace(3) %q, i32 %operand monotonic
  %p = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %local
  store i32 %old, ptr addrspace(1) %p
  ret void
}

define void @floats(float %operand) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %q = getelementptr inbounds float, ptr addrspace(3) @sums, i64 %local
  %unused = atomicrmw fadd ptr addrspace(3) %q, float %operand monotonic
  ret void
}

define void @apart(i32 %operand) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %third = mul nuw nsw i64 %local, 3
  %q = getelementptr inbounds i32, ptr addrspace(3) @words, i64 %third
  %unused = atomicrmw umax ptr addrspace(3) %q, i32 %operand monotonic
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
