; Two operations with one B become one of 16 rows. With another B, or where one adds to what the other
; gave, they stay. Two sums that meet the same B one after another are joined, not sums that meet them
; in another order unless they can be done in one: what is joined stays joined from one operation to the next.
; RUN: heddle-opt --passes=fuse-matrix-rows %s | FileCheck %s

; CHECK-LABEL: @shared(
; CHECK:       = call <256 x float> @heddle.simd_matrix_mad{{.*}}(<256 x i16> {{.*}}, <128 x i32> %b, <256 x float> {{.*}}, i32 16, i32 16, i32 16, i32 12288)
; CHECK-NOT:   heddle.simd_matrix_mad
; CHECK-LABEL: @apart(
; CHECK-COUNT-2: i32 8, i32 16, i32 16, i32 12288)
; CHECK-LABEL: @chained(
; CHECK-COUNT-2: i32 8, i32 16, i32 16, i32 12288)

; CHECK-LABEL: @sums(
; CHECK:       [[A:%.*]] = shufflevector <128 x i16> %a0, <128 x i16> %a3,
; CHECK:       [[FIRST:%.*]] = call <256 x float> @heddle.simd_matrix_mad{{.*}}(<256 x i16> [[A]], <128 x i32> %b,
; CHECK:       shufflevector <128 x i16> %a1, <128 x i16> %a4,
; CHECK:       call <256 x float> @heddle.simd_matrix_mad{{.*}}, <128 x i32> %b2,

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)

define void @shared(<128 x i16> %a, <128 x i16> %a2, <128 x i32> %b, <128 x float> %c, <128 x float> %c2, ptr %d, ptr %e) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r, ptr %d
  store <128 x float> %s, ptr %e
  ret void
}

define void @apart(<128 x i16> %a, <128 x i16> %a2, <128 x i32> %b, <128 x i32> %b2, <128 x float> %c, ptr %d, ptr %e) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b2, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r, ptr %d
  store <128 x float> %s, ptr %e
  ret void
}

define void @chained(<128 x i16> %a, <128 x i16> %a2, <128 x i32> %b, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b, <128 x float> %r, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %s, ptr %d
  ret void
}

define void @sums(<128 x i16> %a0, <128 x i16> %a1, <128 x i16> %a2, <128 x i16> %a3, <128 x i16> %a4, <128 x i32> %b, <128 x i32> %b2, <128 x float> %c0, <128 x float> %c1, <128 x float> %c2, ptr %d, ptr %e, ptr %f) {
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %r0, i32 8, i32 16, i32 16, i32 12288)
  %s0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b2, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %s1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b, <128 x float> %s0, i32 8, i32 16, i32 16, i32 12288)
  %t0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a3, <128 x i32> %b, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %t1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a4, <128 x i32> %b2, <128 x float> %t0, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r1, ptr %d
  store <128 x float> %s1, ptr %e
  store <128 x float> %t1, ptr %f
  ret void
}

; Two sums that a second step meets the other way round.
; CHECK-LABEL: @turns(
; CHECK:       call <256 x float> @heddle.simd_matrix_mad{{.*}}, <128 x i32> %b, <256 x float>
; CHECK:       call <256 x float> @heddle.simd_matrix_mad{{.*}}, <128 x i32> %b2, <256 x float> {{.*}}, i32 16, i32 16, i32 16, i32 12288)
; CHECK-NOT:   heddle.simd_matrix_mad
; CHECK:       ret void
define void @turns(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b, <128 x i32> %b2, <128 x float> %c0, <128 x float> %c1, ptr %d, ptr %e) {
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %s0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %s1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %s0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %r0, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r1, ptr %d
  store <128 x float> %s1, ptr %e
  ret void
}
