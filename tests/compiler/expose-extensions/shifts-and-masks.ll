; RUN: heddle-opt --passes=expose-extensions %s | FileCheck %s

; CHECK-LABEL: @signed(
; CHECK:         [[LOW:%.*]] = trunc i64 %x to i32
; CHECK:         %r = sext i32 [[LOW]] to i64
define i64 @signed(i64 %x) {
  %s = shl i64 %x, 32
  %r = ashr exact i64 %s, 32
  ret i64 %r
}

; CHECK-LABEL: @scaled(
; CHECK:         [[WIDE:%.*]] = sext i32 {{.*}} to i64
; CHECK:         %r = shl i64 [[WIDE]], 2
define i64 @scaled(i64 %x) {
  %s = shl i64 %x, 32
  %r = ashr exact i64 %s, 30
  ret i64 %r
}

; CHECK-LABEL: @unsigned(
; CHECK:         [[LOW:%.*]] = trunc i64 %x to i32
; CHECK:         %r = zext i32 [[LOW]] to i64
define i64 @unsigned(i64 %x) {
  %r = and i64 %x, 4294967295
  ret i64 %r
}

; CHECK-LABEL: @odd(
; CHECK:         ashr i64 %s, 40
; CHECK:         and i64 {{.*}}, 7
define i64 @odd(i64 %x) {
  %s = shl i64 %x, 40
  %t = ashr i64 %s, 40
  %r = and i64 %t, 7
  ret i64 %r
}
