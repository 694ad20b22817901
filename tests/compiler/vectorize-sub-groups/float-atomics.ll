; Lanes' floats side by side are updated by exchanges of 16 bytes where they begin at such an address
; and all lanes are active, else one after another in a loop that stays one.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @add.full(
; CHECK:         and i64 %{{.*}}, 15
; CHECK:         br i1
; CHECK:         load atomic i128, ptr addrspace(1) %address monotonic, align 16
; CHECK:         fadd <4 x float>
; CHECK:         cmpxchg ptr addrspace(1) %address, i128 %old, i128 %{{.*}} monotonic monotonic, align 16
; CHECK:         br i1 %{{.*}}, label %words, label %updated, !llvm.loop
; CHECK:         atomicrmw fadd ptr addrspace(1) %{{.*}}, float %{{.*}} monotonic
; CHECK:         br i1 %{{.*}}, label %lane, label %{{.*}}, !llvm.loop
; CHECK:         ret void

; The old values would have to be taken apart.
; CHECK-LABEL: define internal void @old.full(
; CHECK-NOT:     cmpxchg
; CHECK:         ret void

; CHECK: !"llvm.loop.unroll.disable"

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @add(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw fadd ptr addrspace(1) %to, float %x monotonic, align 4
  ret void
}

define void @old(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %from = getelementptr float, ptr addrspace(1) %in, i64 %id
  %x = load float, ptr addrspace(1) %from, align 4
  %to = getelementptr float, ptr addrspace(1) %out, i64 %id
  %old = atomicrmw fadd ptr addrspace(1) %to, float %x monotonic, align 4
  store float %old, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
