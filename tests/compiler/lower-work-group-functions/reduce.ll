; Sub-groups put their totals into slots of local memory; behind a barrier everyone folds them in the
; same order; a second barrier frees the slots. There is one for each sub-group of the largest
; work-group: 4096 / 16, or what the kernel requires.
; RUN: heddle-opt --passes=lower-work-group-functions %s | FileCheck %s

; CHECK: @reduce.work_group_slots = internal addrspace(3) global [256 x i64] undef, align 8
; CHECK: @scan.work_group_slots = internal addrspace(3) global [4 x i64] undef, align 8

; CHECK-LABEL: define void @reduce(
; CHECK:         %[[TOTAL:.*]] = call float @heddle.sub_group_reduce.f32f32i32(float %x, i32 1)
; CHECK:         %[[ID:.*]] = call i32 @heddle.sub_group_id()
; CHECK:         store float %[[TOTAL]], ptr addrspace(3)
; CHECK-NEXT:    call void @heddle.work_group_barrier(i32 2, i32 264)
; CHECK-NEXT:    %[[COUNT:.*]] = call i32 @heddle.num_sub_groups()
; CHECK:       slots:
; CHECK:         %[[SUM:.*]] = phi float [ -0.000000e+00, %{{.*}} ], [ %[[NEXT:.*]], %slot ]
; CHECK:         icmp ult i32 %{{.*}}, %[[COUNT]]
; CHECK:       slot:
; CHECK:         %[[OTHER:.*]] = load float, ptr addrspace(3)
; CHECK:         %[[NEXT]] = fadd float %[[SUM]], %[[OTHER]]
; CHECK:         call void @heddle.work_group_barrier(
; CHECK:         ret void

; The sub-groups before this one, then the lanes before this one.
; CHECK-LABEL: define void @scan(
; CHECK:         %[[OWN:.*]] = call i32 @heddle.sub_group_scan_exclusive.i32i32i32(i32 %x, i32 0)
; CHECK:         call i32 @heddle.sub_group_reduce.i32i32i32(i32 %x, i32 0)
; CHECK:         call void @heddle.work_group_barrier(
; CHECK:         %[[LIMIT:.*]] = call i32 @heddle.sub_group_id()
; CHECK:         %{{.*}} = phi i32 [ 0, %{{.*}} ]
; CHECK-NEXT:    %[[BEFORE:.*]] = phi i32 [ 0, %{{.*}} ]
; CHECK:         icmp ult i32 %{{.*}}, %[[LIMIT]]
; CHECK:         add i32 %[[BEFORE]], %[[OWN]]

; A work-group that is one sub-group needs no slots and no barriers.
; CHECK-LABEL: define void @small(
; CHECK-NOT:     barrier
; CHECK:         call i32 @heddle.sub_group_reduce.i32i32i32(i32 %x, i32 6)
; CHECK-NOT:     barrier
; CHECK:         ret void

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @reduce(ptr addrspace(1) %out, float %x) #0 {
  %r = call float @heddle.work_group_reduce.f32f32i32(float %x, i32 1)
  store float %r, ptr addrspace(1) %out
  ret void
}

define void @scan(ptr addrspace(1) %out, i32 %x) #0 !reqd_work_group_size !0 {
  %r = call i32 @heddle.work_group_scan_exclusive.i32i32i32(i32 %x, i32 0)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

define void @small(ptr addrspace(1) %out, i32 %x) #0 !reqd_work_group_size !1 {
  %r = call i32 @heddle.work_group_reduce.i32i32i32(i32 %x, i32 6)
  store i32 %r, ptr addrspace(1) %out
  ret void
}

declare float @heddle.work_group_reduce.f32f32i32(float, i32)
declare i32 @heddle.work_group_reduce.i32i32i32(i32, i32)
declare i32 @heddle.work_group_scan_exclusive.i32i32i32(i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
!0 = !{i32 8, i32 4, i32 2}
!1 = !{i32 16, i32 1, i32 1}
