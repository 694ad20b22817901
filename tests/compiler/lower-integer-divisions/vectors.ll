; RUN: heddle-opt --passes=lower-integer-divisions %s | FileCheck %s

; Doubles hold 32 bits.
; CHECK-LABEL: define <4 x i32> @quotient(
; CHECK:         [[A:%.*]] = sitofp <4 x i32> %a to <4 x double>
; CHECK:         [[B:%.*]] = sitofp <4 x i32> %b to <4 x double>
; CHECK:         [[Q:%.*]] = fdiv <4 x double> [[A]], [[B]]
; CHECK:         fptosi <4 x double> [[Q]] to <4 x i32>
define <4 x i32> @quotient(<4 x i32> %a, <4 x i32> %b) {
  %r = sdiv <4 x i32> %a, %b
  ret <4 x i32> %r
}

; CHECK-LABEL: define <4 x i32> @remainder(
; CHECK:         uitofp <4 x i32> %a to <4 x double>
; CHECK:         [[Q:%.*]] = fptoui <4 x double> %{{.*}} to <4 x i32>
; CHECK:         [[P:%.*]] = mul <4 x i32> [[Q]], %b
; CHECK:         sub <4 x i32> %a, [[P]]
define <4 x i32> @remainder(<4 x i32> %a, <4 x i32> %b) {
  %r = urem <4 x i32> %a, %b
  ret <4 x i32> %r
}

; Short ones are divided as floats, whatever their type is.
; CHECK-LABEL: define <8 x i32> @short(
; CHECK:         fdiv <8 x float>
; CHECK:         fptosi <8 x float> %{{.*}} to <8 x i32>
define <8 x i32> @short(<8 x i16> %a, <8 x i8> %b) {
  %x = sext <8 x i16> %a to <8 x i32>
  %y = zext <8 x i8> %b to <8 x i32>
  %r = sdiv <8 x i32> %x, %y
  ret <8 x i32> %r
}

; The least number by -1 is one more than 31 bits hold.
; CHECK-LABEL: define <4 x i64> @widened(
; CHECK:         br i1 %{{.*}}, label
; CHECK:         sdiv <4 x i64>
; CHECK:         [[Q:%.*]] = fptoui <4 x double> %{{.*}} to <4 x i32>
; CHECK:         zext <4 x i32> [[Q]] to <4 x i64>
define <4 x i64> @widened(<4 x i32> %a, <4 x i32> %b) {
  %x = sext <4 x i32> %a to <4 x i64>
  %y = sext <4 x i32> %b to <4 x i64>
  %q = sdiv <4 x i64> %x, %y
  %u = zext <4 x i32> %a to <4 x i64>
  %v = zext <4 x i32> %b to <4 x i64>
  %p = udiv <4 x i64> %u, %v
  %r = add <4 x i64> %p, %q
  ret <4 x i64> %r
}

; What no double may hold: it is asked for.
; CHECK-LABEL: define <8 x i64> @long(
; CHECK:         %[[BITS:.*]] = or <8 x i64> %a, %b
; CHECK:         %[[SHORT:.*]] = icmp ult <8 x i64> %[[BITS]], splat (i64 4294967296)
; CHECK:         call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %[[SHORT]])
; CHECK:         br i1
; CHECK:         fdiv <8 x double>
; CHECK:         zext <8 x i32> %{{.*}} to <8 x i64>
; CHECK:         urem <8 x i64> %a, %b
; CHECK:         %r = phi <8 x i64>
define <8 x i64> @long(<8 x i64> %a, <8 x i64> %b) {
  %r = urem <8 x i64> %a, %b
  ret <8 x i64> %r
}

; With signs the least word is none of them.
; CHECK-LABEL: define <8 x i64> @signed_long(
; CHECK:         %[[A:.*]] = add <8 x i64> %a, splat (i64 2147483647)
; CHECK:         icmp ult <8 x i64> %[[A]], splat (i64 4294967295)
; CHECK:         add <8 x i64> %b, splat (i64 2147483647)
; CHECK:         br i1
; CHECK:         fdiv <8 x double>
; CHECK:         sext <8 x i32> %{{.*}} to <8 x i64>
; CHECK:         sdiv <8 x i64> %a, %b
define <8 x i64> @signed_long(<8 x i64> %a, <8 x i64> %b) {
  %r = sdiv <8 x i64> %a, %b
  ret <8 x i64> %r
}

; What LLVM does well.
; CHECK-LABEL: define <4 x i64> @others(
; CHECK-NOT:     fdiv
; CHECK:         ret
define <4 x i64> @others(<4 x i64> %q, <2 x i32> %c, <2 x i32> %d) {
  %p = udiv <4 x i64> %q, splat (i64 10)
  %r = sdiv <2 x i32> %c, %d
  %s = shufflevector <2 x i32> %r, <2 x i32> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %t = zext <4 x i32> %s to <4 x i64>
  %u = add <4 x i64> %p, %t
  ret <4 x i64> %u
}

; Of 64 bits by a constant: the upper half of a product by its inverse.
; CHECK-LABEL: define <8 x i64> @long_by_constant(
; CHECK-NOT:     udiv
; CHECK-COUNT-4: mul <8 x i64>
; CHECK-NOT:     mul
; CHECK:         ret <8 x i64>
define <8 x i64> @long_by_constant(<8 x i64> %a) {
  %r = udiv <8 x i64> %a, splat (i64 1000003)
  ret <8 x i64> %r
}

; An inverse with one bit more than fits.
; CHECK-LABEL: define <8 x i64> @long_inverse(
; CHECK:         [[D:%.*]] = sub <8 x i64> %a, [[H:%.*]]
; CHECK:         [[F:%.*]] = lshr <8 x i64> [[D]], splat (i64 1)
; CHECK:         [[S:%.*]] = add <8 x i64> [[F]], [[H]]
; CHECK:         lshr <8 x i64> [[S]], splat (i64 2)
define <8 x i64> @long_inverse(<8 x i64> %a) {
  %r = udiv <8 x i64> %a, splat (i64 7)
  ret <8 x i64> %r
}

; CHECK-LABEL: define <8 x i64> @signed_remainder(
; CHECK-NOT:     srem
; CHECK:         [[S:%.*]] = lshr <8 x i64> [[Q:%.*]], splat (i64 63)
; CHECK:         [[T:%.*]] = add <8 x i64> [[Q]], [[S]]
; CHECK:         [[P:%.*]] = mul <8 x i64> [[T]], splat (i64 -10)
; CHECK:         sub <8 x i64> %a, [[P]]
define <8 x i64> @signed_remainder(<8 x i64> %a) {
  %r = srem <8 x i64> %a, splat (i64 -10)
  ret <8 x i64> %r
}

; LLVM shifts for powers of two, and has products for 32 bits.
; CHECK-LABEL: define <8 x i64> @long_by_power(
; CHECK:         sdiv <8 x i64> %a, splat (i64 -8)
define <8 x i64> @long_by_power(<8 x i64> %a) {
  %r = sdiv <8 x i64> %a, splat (i64 -8)
  ret <8 x i64> %r
}

; CHECK-LABEL: define <8 x i32> @word_by_constant(
; CHECK:         udiv <8 x i32> %a, splat (i32 7)
define <8 x i32> @word_by_constant(<8 x i32> %a) {
  %r = udiv <8 x i32> %a, splat (i32 7)
  ret <8 x i32> %r
}
