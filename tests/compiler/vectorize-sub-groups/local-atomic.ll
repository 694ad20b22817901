; Updates of local memory run one after another, without a loop over the lanes where all are active.
; Two lanes' offsets leave the vector in one integer register.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @counts.full(
; CHECK-NOT:   lane:
; CHECK:         %[[TWO:.*]] = extractelement <4 x i64> %[[OFFSETS:.*]], i64 0
; CHECK:         %[[EVEN:.*]] = and i64 %[[TWO]], 4294967295
; CHECK:         getelementptr i8, ptr addrspace(3) @bins, i64 %[[EVEN]]
; CHECK:         %[[ODD:.*]] = lshr i64 %[[TWO]], 32
; CHECK:         getelementptr i8, ptr addrspace(3) @bins, i64 %[[ODD]]
; CHECK-COUNT-8: atomicrmw add
; CHECK-NOT:     atomicrmw
; CHECK:         ret void

; CHECK-LABEL: define internal void @counts.masked(
; CHECK:         call i1 @llvm.vector.reduce.and.v8i1
; CHECK-COUNT-8: atomicrmw add
; CHECK:       lane:
; CHECK:         atomicrmw add
; CHECK-NOT:     atomicrmw

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@bins = internal addrspace(3) global [256 x i32] undef, align 4

define void @counts(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %local
  %word = load i32, ptr addrspace(1) %p
  %bin = and i32 %word, 255
  %index = zext i32 %bin to i64
  %q = getelementptr inbounds i32, ptr addrspace(3) @bins, i64 %index
  %unused = atomicrmw add ptr addrspace(3) %q, i32 1 monotonic
  ret void
}

declare i64 @heddle.local_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
