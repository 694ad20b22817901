; RUN: heddle-opt --passes=lower-wide-products %s | FileCheck %s

; Four products of words.
; CHECK-LABEL: define <8 x i64> @unsigned(
; CHECK-NOT:     i128
; CHECK-COUNT-4: mul <8 x i64>
; CHECK-NOT:     mul
; CHECK:         ret <8 x i64>
define <8 x i64> @unsigned(<8 x i64> %a, <8 x i64> %b) {
  %x = zext <8 x i64> %a to <8 x i128>
  %y = zext <8 x i64> %b to <8 x i128>
  %p = mul nuw <8 x i128> %x, %y
  %s = lshr <8 x i128> %p, splat (i128 64)
  %r = trunc nuw <8 x i128> %s to <8 x i64>
  ret <8 x i64> %r
}

; Where a number is negative, the other one is subtracted.
; CHECK-LABEL: define <8 x i64> @signed(
; CHECK-NOT:     i128
; CHECK:         [[A:%.*]] = ashr <8 x i64> %a, splat (i64 63)
; CHECK:         and <8 x i64> [[A]], %b
; CHECK:         [[B:%.*]] = ashr <8 x i64> %b, splat (i64 63)
; CHECK:         and <8 x i64> [[B]], %a
; CHECK:         ret <8 x i64>
define <8 x i64> @signed(<8 x i64> %a, <8 x i64> %b) {
  %x = sext <8 x i64> %a to <8 x i128>
  %y = sext <8 x i64> %b to <8 x i128>
  %p = mul nsw <8 x i128> %x, %y
  %s = ashr <8 x i128> %p, splat (i128 64)
  %r = trunc nsw <8 x i128> %s to <8 x i64>
  ret <8 x i64> %r
}

; Words have no upper halves, and a constant of one has none either.
; CHECK-LABEL: define <4 x i32> @words(
; CHECK-NOT:     i128
; CHECK-COUNT-2: mul <4 x i64>
; CHECK-NOT:     mul
; CHECK:         [[H:%.*]] = lshr <4 x i64> %{{.*}}, splat (i64 6)
; CHECK:         trunc <4 x i64> [[H]] to <4 x i32>
define <4 x i32> @words(<4 x i64> %a) {
  %x = zext <4 x i64> %a to <4 x i128>
  %p = mul nuw <4 x i128> %x, splat (i128 4000000000)
  %s = lshr <4 x i128> %p, splat (i128 70)
  %r = trunc <4 x i128> %s to <4 x i32>
  ret <4 x i32> %r
}

; Both halves, and a factor that all elements have.
; CHECK-LABEL: define <8 x i64> @halves(
; CHECK-NOT:     i128
; CHECK-COUNT-5: mul <8 x i64>
; CHECK-NOT:     mul
; CHECK:         ret <8 x i64>
define <8 x i64> @halves(<8 x i64> %a, i64 %b) {
  %x = zext <8 x i64> %a to <8 x i128>
  %y = zext i64 %b to i128
  %f = insertelement <8 x i128> poison, i128 %y, i64 0
  %g = shufflevector <8 x i128> %f, <8 x i128> poison, <8 x i32> zeroinitializer
  %p = mul nuw <8 x i128> %x, %g
  %s = lshr <8 x i128> %p, splat (i128 64)
  %h = trunc nuw <8 x i128> %s to <8 x i64>
  %l = trunc <8 x i128> %p to <8 x i64>
  %r = xor <8 x i64> %h, %l
  ret <8 x i64> %r
}

; Bits of both halves, all of it, and few elements stay.
; CHECK-LABEL: define <4 x i64> @across(
; CHECK:         mul nuw <4 x i128>
define <4 x i64> @across(<4 x i64> %a, <4 x i64> %b) {
  %x = zext <4 x i64> %a to <4 x i128>
  %y = zext <4 x i64> %b to <4 x i128>
  %p = mul nuw <4 x i128> %x, %y
  %s = lshr <4 x i128> %p, splat (i128 32)
  %r = trunc <4 x i128> %s to <4 x i64>
  ret <4 x i64> %r
}

; CHECK-LABEL: define <4 x i128> @whole(
; CHECK:         mul nuw <4 x i128>
define <4 x i128> @whole(<4 x i64> %a, <4 x i64> %b) {
  %x = zext <4 x i64> %a to <4 x i128>
  %y = zext <4 x i64> %b to <4 x i128>
  %p = mul nuw <4 x i128> %x, %y
  ret <4 x i128> %p
}

; CHECK-LABEL: define <2 x i64> @few(
; CHECK:         mul nuw <2 x i128>
define <2 x i64> @few(<2 x i64> %a, <2 x i64> %b) {
  %x = zext <2 x i64> %a to <2 x i128>
  %y = zext <2 x i64> %b to <2 x i128>
  %p = mul nuw <2 x i128> %x, %y
  %s = lshr <2 x i128> %p, splat (i128 64)
  %r = trunc nuw <2 x i128> %s to <2 x i64>
  ret <2 x i64> %r
}
