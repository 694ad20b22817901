; Subscripts of rows and of members that something follows must be below their lengths. Not those of the row 0, of the last member, and
; behind what is computed from a pointer.
; RUN: heddle-opt --passes=check-accesses %s | FileCheck %s

%item = type { [3 x i32], i32, [1 x i32] }
@tile = internal addrspace(3) global [4 x [8 x i32]] poison, align 4

; CHECK-LABEL: define void @k(
; CHECK:         [[ROW:%.*]] = getelementptr [4 x [8 x i32]], ptr addrspace(3) @tile, i64 0, i64 %i
; CHECK:         [[BEHIND:%.*]] = icmp uge i64 %j, 8
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 [[BEHIND]], i64 %j,
; CHECK-NEXT:    load i32
; CHECK:         %first = getelementptr [8 x i32]
; CHECK-NOT:     icmp uge i64 %j, 8
; CHECK:         [[MEMBER:%.*]] = icmp uge i64 %j, 3
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 [[MEMBER]], i64 %j,
; CHECK-NEXT:    load i32
; CHECK:         %last =
; CHECK-NOT:     icmp uge i64 %j, 1
; CHECK:         ret void
define void @k(ptr addrspace(1) %a, i64 %i, i64 %j) #0 {
  %row = getelementptr [4 x [8 x i32]], ptr addrspace(3) @tile, i64 0, i64 %i
  %place = getelementptr [8 x i32], ptr addrspace(3) %row, i64 0, i64 %j
  %x = load i32, ptr addrspace(3) %place
  %first = getelementptr [8 x i32], ptr addrspace(3) @tile, i64 0, i64 %j
  %y = load i32, ptr addrspace(3) %first
  %end = getelementptr [8 x i32], ptr addrspace(3) %row, i64 0, i64 %j
  %before = getelementptr i32, ptr addrspace(3) %end, i64 -1
  %z = load i32, ptr addrspace(3) %before
  %member = getelementptr %item, ptr addrspace(1) %a, i64 %i, i32 0, i64 %j
  %v = load i32, ptr addrspace(1) %member
  %last = getelementptr %item, ptr addrspace(1) %a, i64 %i, i32 2, i64 %j
  %w = load i32, ptr addrspace(1) %last
  ret void
}

attributes #0 = { "heddle-kernel" }
