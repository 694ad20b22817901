; In the pipeline of tests the device is xe2. A size that it has not is found wherever the kernel runs, its work-groups and their local
; memory where they are too large.
; RUN: heddle-opt --passes=check-device %s | FileCheck %s

@shared = internal addrspace(3) global [16 x i32] undef

; CHECK-LABEL: define void @sizes(
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 true, i64 8, i32 0)
; CHECK:         icmp ugt i64 %{{.*}}, 1024
; CHECK:         %[[ARGUMENT:.*]] = call i64 @heddle.argument_size(i32 0)
; CHECK:         %[[BYTES:.*]] = add i64 64, %[[ARGUMENT]]
; CHECK:         icmp ugt i64 %[[BYTES]], 131072
define void @sizes(ptr addrspace(3) %b) #0 !intel_reqd_sub_group_size !0 {
  store i32 1, ptr addrspace(3) @shared, align 4
  ret void
}

attributes #0 = { "heddle-kernel" }
!0 = !{i32 8}
