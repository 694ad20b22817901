; Shifts by what may not be below the width, of integers and of vectors; not by what is known to be.
; RUN: heddle-opt --passes=check-shifts %s | FileCheck %s

; CHECK-LABEL: define i32 @shifts(
; CHECK:         %[[WRONG:.*]] = icmp uge i32 %n, 32
; CHECK-NEXT:    %[[WIDE:.*]] = zext i32 %n to i64
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %[[WRONG]], i64 %[[WIDE]], i32 0)
; CHECK-NEXT:    %[[BELOW:.*]] = and i32 %n, 31
; CHECK-NEXT:    %by.any = shl i32 %x, %[[BELOW]]
; CHECK-NEXT:    %below = and i32 %n, 31
; CHECK-NEXT:    %by.small = lshr i32 %by.any, %below
; CHECK-NEXT:    %by.constant = ashr i32 %by.small, 31
; CHECK-NEXT:    ret i32 %by.constant
define i32 @shifts(i32 %x, i32 %n) {
  %by.any = shl i32 %x, %n
  %below = and i32 %n, 31
  %by.small = lshr i32 %by.any, %below
  %by.constant = ashr i32 %by.small, 31
  ret i32 %by.constant
}

; CHECK-LABEL: define <2 x i16> @vectors(
; CHECK:         %[[EACH:.*]] = icmp uge <2 x i16> %n, splat (i16 16)
; CHECK:         %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v2i1(<2 x i1> %[[EACH]])
; CHECK:         %[[MOST:.*]] = call i16 @llvm.vector.reduce.umax.v2i16(<2 x i16> %n)
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %[[ANY]],
define <2 x i16> @vectors(<2 x i16> %x, <2 x i16> %n) {
  %shifted = lshr <2 x i16> %x, %n
  ret <2 x i16> %shifted
}
