; One check for each rule, and one for each operand that might differ between the lanes.
; RUN: heddle-opt --passes=check-blocks %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-COUNT-2: call void @heddle.same_in_lanes.voidi64i32(
; CHECK-NOT:     heddle.same_in_lanes
; CHECK-COUNT-6: call void @heddle.finding.voidi1i64i32(
; CHECK-NOT:     heddle.finding
; CHECK:         call void @heddle.block_load_2d
define void @k(ptr addrspace(1) %a, i64 %x) #0 {
  %block = alloca [8 x i16], align 2
  call void @heddle.block_load_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1) %a, i64 64, i64 8, i64 64, i64 %x, i64 0, i32 2, i32 16, i32 8, i32 1, i32 0, ptr %block)
  ret void
}

declare void @heddle.block_load_2d.voidp1i64i64i64i64i64i32i32i32i32i32p0(ptr addrspace(1), i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, ptr)

attributes #0 = { "heddle-kernel" }
