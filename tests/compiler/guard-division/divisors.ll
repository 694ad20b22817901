; Division by zero and the overflow of the smallest number by -1 give some value and do not trap.
; The guards depend on the divisor alone; divisors that are known to be harmless get none.
; RUN: heddle-opt --passes=guard-division %s | FileCheck %s

; CHECK-LABEL: define i32 @signed_quotient(
; CHECK:         [[ZERO:%.*]] = icmp eq i32 %d, 0
; CHECK:         [[ONE:%.*]] = icmp eq i32 %d, -1
; CHECK:         [[WRONG:%.*]] = or i1 [[ZERO]], [[ONE]]
; CHECK:         %divisor = select i1 [[WRONG]], i32 1, i32 %d
; CHECK:         %q = sdiv i32 %n, %divisor
; CHECK:         [[NEGATED:%.*]] = sub i32 0, %n
; CHECK:         %quotient = select i1 [[ONE]], i32 [[NEGATED]], i32 %q
; CHECK:         ret i32 %quotient
define i32 @signed_quotient(i32 %n, i32 %d) {
  %q = sdiv exact i32 %n, %d
  ret i32 %q
}

; CHECK-LABEL: define <2 x i64> @signed_remainder(
; CHECK:         %divisor = select <2 x i1> {{%.*}}, <2 x i64> splat (i64 1), <2 x i64> %d
; CHECK:         %r = srem <2 x i64> %n, %divisor
; CHECK-NEXT:    ret <2 x i64> %r
define <2 x i64> @signed_remainder(<2 x i64> %n, <2 x i64> %d) {
  %r = srem <2 x i64> %n, %d
  ret <2 x i64> %r
}

; CHECK-LABEL: define i8 @unsigned_remainder(
; CHECK:         [[ZERO:%.*]] = icmp eq i8 %d, 0
; CHECK-NEXT:    %divisor = select i1 [[ZERO]], i8 1, i8 %d
; CHECK-NEXT:    %r = urem i8 %n, %divisor
define i8 @unsigned_remainder(i8 %n, i8 %d) {
  %r = urem i8 %n, %d
  ret i8 %r
}

; CHECK-LABEL: define i32 @harmless(
; CHECK-NEXT:    %q = sdiv i32 %n, 10
; CHECK-NEXT:    %r = udiv i32 %q, -1
; CHECK-NEXT:    ret i32 %r
define i32 @harmless(i32 %n) {
  %q = sdiv i32 %n, 10
  %r = udiv i32 %q, -1
  ret i32 %r
}

; CHECK-LABEL: define <2 x i32> @one_harmful_component(
; CHECK:         sdiv <2 x i32> %n, <i32 3, i32 1>
define <2 x i32> @one_harmful_component(<2 x i32> %n) {
  %q = sdiv <2 x i32> %n, <i32 3, i32 0>
  ret <2 x i32> %q
}
