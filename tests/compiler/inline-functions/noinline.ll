; A function declared noinline stays one: what it asks about its work-item, itself or through another
; one, becomes parameters, and its by-value struct a copy of its own.
; RUN: heddle-opt --passes=inline-functions %s | FileCheck %s

target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pair = type { i32, i64 }

; CHECK-LABEL: define internal i64 @inner(ptr align 8 %p, i64 %group_id, i64 %local_id)
; CHECK:         %p.copy = alloca %pair
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p.copy, ptr align 8 %p, i64 16, i1 false)
; CHECK-NOT:     @heddle.
; CHECK:         ret i64
define i64 @inner(ptr byval(%pair) align 8 %p) #1 {
  store i32 7, ptr %p
  %g = call i64 @heddle.group_id(i32 0)
  %l = call i64 @heddle.local_id(i32 0)
  %s = add i64 %g, %l
  ret i64 %s
}

; CHECK-LABEL: define internal i64 @outer(ptr %p, i64 %group_id, i64 %local_id)
; CHECK:         call i64 @inner(ptr align 8 %p, i64 %group_id, i64 %local_id)
define i64 @outer(ptr %p) #1 {
  %r = call i64 @inner(ptr byval(%pair) align 8 %p)
  ret i64 %r
}

; CHECK-LABEL: define void @k(
; CHECK:         [[GROUP:%.*]] = call i64 @heddle.group_id(i32 0)
; CHECK:         [[LOCAL:%.*]] = call i64 @heddle.local_id(i32 0)
; CHECK:         call i64 @outer(ptr %v, i64 [[GROUP]], i64 [[LOCAL]])
define void @k(ptr addrspace(1) %out) #0 {
  %v = alloca %pair, align 8
  %r = call i64 @outer(ptr %v)
  store i64 %r, ptr addrspace(1) %out
  ret void
}

; So does where it is in the whole range.
; CHECK-LABEL: define internal i64 @place(i64 %global_id)
; CHECK-NOT:     @heddle.
; CHECK:         ret i64 %global_id
define i64 @place() #1 {
  %g = call i64 @heddle.global_id(i32 1)
  ret i64 %g
}

; CHECK-LABEL: define void @marks(
; CHECK:         [[PLACE:%.*]] = call i64 @heddle.global_id(i32 1)
; CHECK:         call i64 @place(i64 [[PLACE]])
define void @marks(ptr addrspace(1) %out) #0 {
  %r = call i64 @place()
  store i64 %r, ptr addrspace(1) %out
  ret void
}

; Work-items act together in a barrier: that must be inlined.
; CHECK-LABEL: define void @waits(
; CHECK:         call void @heddle.work_group_barrier(
define void @wait() #1 {
  call void @heddle.work_group_barrier(i32 2, i32 0)
  ret void
}
define void @waits() #0 {
  call void @wait()
  ret void
}

declare i64 @heddle.global_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.local_id(i32)
declare void @heddle.work_group_barrier(i32, i32) #2

attributes #0 = { "heddle-kernel" }
attributes #1 = { noinline convergent }
attributes #2 = { convergent }
