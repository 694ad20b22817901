; The first sub-group copies: 64 bytes at a time and the rest in elements, or element by element
; where there is a stride.
; RUN: heddle-opt --passes=lower-work-group-functions %s | FileCheck %s

; CHECK-LABEL: define void @dense(
; CHECK:         %[[ID:.*]] = call i32 @heddle.sub_group_id()
; CHECK:         %[[FIRST:.*]] = icmp eq i32 %[[ID]], 0
; CHECK:         br i1 %[[FIRST]]
; CHECK:         %[[ALL:.*]] = mul i64 %n, 4
; CHECK:         %[[WIDE:.*]] = and i64 %[[ALL]], -64
; CHECK:         load <8 x i64>, ptr addrspace(1) %{{.*}}, align 1
; CHECK:         store <8 x i64> %{{.*}}, ptr addrspace(3) %{{.*}}, align 1
; CHECK:         load i32, ptr addrspace(1)
; CHECK:         store i32 %{{.*}}, ptr addrspace(3)

; CHECK-LABEL: define void @strided(
; CHECK:         %[[STEP:.*]] = mul i64 %s, 16
; CHECK:         mul i64 %{{.*}}, %[[STEP]]
; CHECK:         load <2 x i64>, ptr addrspace(1)
; CHECK-NOT:     call void @heddle.work_group_copy

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @dense(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n) #0 {
  call void @heddle.work_group_copy.voidp3p1i64i64i64i32(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 1, i64 1, i32 4)
  ret void
}

define void @strided(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 %s) #0 {
  call void @heddle.work_group_copy.voidp3p1i64i64i64i32(ptr addrspace(3) %to, ptr addrspace(1) %from, i64 %n, i64 1, i64 %s, i32 16)
  ret void
}

declare void @heddle.work_group_copy.voidp3p1i64i64i64i32(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
