; Halves become two operations of twice the depth: upper and rest of A with upper, finite of B, then rest and
; finite with rest and rest. B serves both operations and is converted once; the second products come behind
; all first ones.
; RUN: heddle-opt --passes=expand-bfloat-products %s | FileCheck %s

; CHECK-LABEL: @halves(
; CHECK:       alloca [4096 x i8], align 64
; CHECK-COUNT-16: fpext <32 x half> {{.*}} to <32 x float>
; CHECK-NOT:   fpext
; CHECK:       [[X:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}(<128 x i32> [[XA:%.*]], <256 x i32> [[B:%.*]], <128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
; CHECK:       [[Y:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}(<128 x i32> {{%.*}}, <256 x i32> [[B]], <128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
; CHECK:       call <128 x float> @heddle.simd_matrix_mad{{.*}}(<128 x i32> {{%.*}}, <256 x i32> [[REST:%.*]], <128 x float> [[X]], i32 8, i32 16, i32 32, i32 12288)
; CHECK:       call <128 x float> @heddle.simd_matrix_mad{{.*}}(<128 x i32> {{%.*}}, <256 x i32> [[REST]], <128 x float> [[Y]], i32 8, i32 16, i32 32, i32 12288)
; CHECK-NOT:   simd_matrix_mad
define void @halves(<128 x i16> %x, <128 x i16> %y, <128 x i32> %b, <128 x float> %c, ptr %d) {
  %d0 = call <128 x float> @heddle.simd_matrix_mad.half(<128 x i16> %x, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 536873984)
  %d1 = call <128 x float> @heddle.simd_matrix_mad.half(<128 x i16> %y, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 536873984)
  store <128 x float> %d0, ptr %d
  store <128 x float> %d1, ptr %d
  ret void
}

; All four products of tf32 have room in one operation.
; CHECK-LABEL: @tf32(
; CHECK:       call <128 x float> @heddle.simd_matrix_mad{{.*}}(<128 x i32> {{%.*}}, <256 x i32> {{%.*}}, <128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
; CHECK-NOT:   simd_matrix_mad
define <128 x float> @tf32(<64 x float> %a, <128 x float> %b, <128 x float> %c) {
  %d = call <128 x float> @heddle.simd_matrix_mad.tf32(<64 x float> %a, <128 x float> %b, <128 x float> %c, i32 8, i32 16, i32 8, i32 536871680)
  ret <128 x float> %d
}

; Four bits are exact, and too deep for one.
; CHECK-LABEL: @nibbles(
; CHECK:       [[FIRST:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}<128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
; CHECK:       [[SECOND:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}<128 x float> [[FIRST]], i32 8, i32 16, i32 32, i32 12288)
; CHECK:       ret <128 x float> [[SECOND]]
define <128 x float> @nibbles(<128 x i16> %a, <128 x i32> %b, <128 x float> %c) {
  %d = call <128 x float> @heddle.simd_matrix_mad.nibbles(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 64, i32 537657344)
  ret <128 x float> %d
}

; A sum of 16 bits is rounded behind the second.
; CHECK-LABEL: @sums_of_halves(
; CHECK:       [[WIDE:%.*]] = fpext <128 x half> %c to <128 x float>
; CHECK:       [[FIRST:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}<128 x float> [[WIDE]], i32 8, i32 16, i32 32, i32 12288)
; CHECK:       [[SECOND:%.*]] = call <128 x float> @heddle.simd_matrix_mad{{.*}}<128 x float> [[FIRST]], i32 8, i32 16, i32 32, i32 12288)
; CHECK:       fptrunc <128 x float> [[SECOND]] to <128 x half>
define <128 x half> @sums_of_halves(<128 x i16> %a, <128 x i32> %b, <128 x half> %c) {
  %d = call <128 x half> @heddle.simd_matrix_mad.sums(<128 x i16> %a, <128 x i32> %b, <128 x half> %c, i32 8, i32 16, i32 16, i32 536873984)
  ret <128 x half> %d
}

declare <128 x float> @heddle.simd_matrix_mad.half(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)
declare <128 x float> @heddle.simd_matrix_mad.tf32(<64 x float>, <128 x float>, <128 x float>, i32, i32, i32, i32)
declare <128 x float> @heddle.simd_matrix_mad.nibbles(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)
declare <128 x half> @heddle.simd_matrix_mad.sums(<128 x i16>, <128 x i32>, <128 x half>, i32, i32, i32, i32)
