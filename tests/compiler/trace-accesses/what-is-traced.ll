; Traced are accesses to local memory, and in global memory to what the kernel writes; and what work-items meet at.
; RUN: heddle-opt --passes=trace-accesses %s | FileCheck %s

@shared = internal addrspace(3) global [16 x i32] undef

; CHECK-LABEL: define void @kernel(
; CHECK-NOT:     heddle.touched
; CHECK:         load i32, ptr addrspace(1) %in
; CHECK:         call void @heddle.touched.voidi64i64i64i32(i64 %{{.*}}, i64 4, i64 %{{.*}}, i32 0)
; CHECK-NEXT:    store i32 %x, ptr addrspace(3)
; CHECK:         call void @heddle.touched.voidi64i64i64i32(i64 0, i64 0, i64 0, i32 3)
; CHECK-NEXT:    call void @heddle.work_group_barrier
; CHECK:         call void @heddle.touched.voidi64i64i64i32(i64 %{{.*}}, i64 4, i64 0, i32 1)
; CHECK-NEXT:    load i32, ptr addrspace(3)
; CHECK-NOT:     heddle.touched
; CHECK:         store i32 %y, ptr %own
; CHECK:         call void @heddle.touched.voidi64i64i64i32(i64 %{{.*}}, i64 4, i64 %{{.*}}, i32 2)
; CHECK-NEXT:    store i32 %y, ptr addrspace(1) %out
define void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %i) #0 {
  %own = alloca i32, align 4
  %x = load i32, ptr addrspace(1) %in, align 4
  %p = getelementptr inbounds [16 x i32], ptr addrspace(3) @shared, i64 0, i64 %i
  store i32 %x, ptr addrspace(3) %p, align 4
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %y = load i32, ptr addrspace(3) %p, align 4
  store i32 %y, ptr %own, align 4
  store i32 %y, ptr addrspace(1) %out, align 4
  ret void
}

declare void @heddle.work_group_barrier(i32, i32)

attributes #0 = { "heddle-kernel" }
