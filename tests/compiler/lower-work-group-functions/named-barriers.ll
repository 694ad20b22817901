; A named barrier is three words of local memory, which one sub-group fills between two barriers of
; the work-group; the count may be known at run time only. Each barrier has its own.
; RUN: heddle-opt --passes=lower-work-group-functions %s | FileCheck %s

; CHECK-DAG:     @k.named_barrier = internal addrspace(3) global [3 x i32] undef
; CHECK-DAG:     @[[SECOND:k.named_barrier.[0-9]+]] = internal addrspace(3) global [3 x i32] undef

; CHECK-LABEL: define void @k(
; CHECK:         call void @heddle.work_group_barrier(
; CHECK:         store i32 2, ptr addrspace(3) @k.named_barrier
; CHECK:         call void @heddle.work_group_barrier(
; CHECK:         store i32 %count, ptr addrspace(3) @[[SECOND]]
; CHECK:         call void @heddle.work_group_barrier(
; CHECK:         call void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3) @k.named_barrier, i32 2, i32 264)
; CHECK:         call void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3) @[[SECOND]], i32 2, i32 520)
; CHECK-NOT:     call ptr addrspace(3) @heddle.new_named_barrier

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %out, i32 %count) #0 {
  %first = call ptr addrspace(3) @heddle.new_named_barrier.p3i32(i32 2)
  %second = call ptr addrspace(3) @heddle.new_named_barrier.p3i32(i32 %count)
  call void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3) %first, i32 2, i32 264)
  call void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3) %second, i32 2, i32 520)
  ret void
}

declare ptr addrspace(3) @heddle.new_named_barrier.p3i32(i32)
declare void @heddle.named_barrier.voidp3i32i32(ptr addrspace(3), i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
