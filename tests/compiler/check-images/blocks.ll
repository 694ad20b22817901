; Pixels of a block have four bytes at most; a block that is written begins at a multiple of four, one that is read anywhere.
; RUN: heddle-opt --passes=check-images %s | FileCheck %s

declare i32 @heddle.image_block_read.i32ptri32i32(ptr addrspace(2), i32, i32)
declare void @heddle.image_block_write.voidptri32i32i32(ptr addrspace(2), i32, i32, i32)

; CHECK-LABEL: define void @k(
; CHECK:         [[SIZE:%.*]] = load i8, ptr addrspace(2)
; CHECK-NEXT:    [[LARGE:%.*]] = icmp ugt i8 [[SIZE]], 4
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 [[LARGE]]
; CHECK-NEXT:    call i32 @heddle.image_block_read
; CHECK-NEXT:    [[LOW:%.*]] = and i32 %x, 3
; CHECK-NEXT:    [[BETWEEN:%.*]] = icmp ne i32 [[LOW]], 0
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 [[BETWEEN]]
; CHECK:         icmp ugt i8
; CHECK:         call void @heddle.image_block_write
define void @k(ptr addrspace(2) %a, i32 %x, i32 %y) #0 {
  %v = call i32 @heddle.image_block_read.i32ptri32i32(ptr addrspace(2) %a, i32 %x, i32 %y)
  call void @heddle.image_block_write.voidptri32i32i32(ptr addrspace(2) %a, i32 %x, i32 %y, i32 %v)
  ret void
}

attributes #0 = { "heddle-kernel" }
