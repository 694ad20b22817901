; Tiles of bfloats are chosen (0x20000000 in the operands word) for halves where two by two operations of 8 rows
; share factors of 16 rows together, not for one alone; for floats of 8 bits always, unless the two factors have
; elements of different widths.
; RUN: heddle-opt --passes=choose-bfloat-products %s | FileCheck %s

; CHECK-LABEL: @one_product(
; CHECK:       call {{.*}}, i32 8, i32 16, i32 16, i32 3072)
define <128 x float> @one_product(<128 x i16> %a, <128 x i32> %b, <128 x float> %c) {
  %d = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  ret <128 x float> %d
}

; CHECK-LABEL: @four_by_two(
; CHECK-COUNT-8: call {{.*}}, i32 8, i32 16, i32 16, i32 536873984)
; CHECK-NOT:     call
define void @four_by_two(<128 x i16> %a0, <128 x i16> %a1, <128 x i16> %a2, <128 x i16> %a3, <128 x i32> %b0, <128 x i32> %b1, <128 x float> %c, ptr %d) {
  %d00 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d01 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d10 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d11 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d20 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a2, <128 x i32> %b0, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d21 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a2, <128 x i32> %b1, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d30 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a3, <128 x i32> %b0, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  %d31 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a3, <128 x i32> %b1, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  store <128 x float> %d00, ptr %d
  store <128 x float> %d01, ptr %d
  store <128 x float> %d10, ptr %d
  store <128 x float> %d11, ptr %d
  store <128 x float> %d20, ptr %d
  store <128 x float> %d21, ptr %d
  store <128 x float> %d30, ptr %d
  store <128 x float> %d31, ptr %d
  ret void
}

; CHECK-LABEL: @small_floats(
; CHECK:       call {{.*}}, i32 8, i32 16, i32 32, i32 537018368)
; CHECK:       call {{.*}}, i32 8, i32 16, i32 32, i32 540672)
define void @small_floats(<128 x i16> %a, <128 x i32> %b, <64 x i32> %narrow, <128 x float> %c, ptr %d) {
  %d0 = call <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 32, i32 147456)
  %d1 = call <128 x float> @heddle.simd_matrix_mad.mixed(<128 x i16> %a, <64 x i32> %narrow, <128 x float> %c, i32 8, i32 16, i32 32, i32 540672)
  store <128 x float> %d0, ptr %d
  store <128 x float> %d1, ptr %d
  ret void
}

declare <128 x float> @heddle.simd_matrix_mad.f16(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)
declare <128 x float> @heddle.simd_matrix_mad.mixed(<128 x i16>, <64 x i32>, <128 x float>, i32, i32, i32, i32)
