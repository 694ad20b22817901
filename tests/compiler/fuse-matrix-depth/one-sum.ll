; Two operations that add to one sum become one of twice the depth, unless the sum between them is
; used.
; RUN: heddle-opt --passes=fuse-matrix-depth %s | FileCheck %s

; CHECK-LABEL: @one_sum(
; CHECK:       = call <128 x float> @heddle.simd_matrix_mad{{.*}}(<256 x i16> {{.*}}, <256 x i32> {{.*}}, <128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
; CHECK-NOT:   heddle.simd_matrix_mad
; CHECK-LABEL: @used_between(
; CHECK-COUNT-2: i32 8, i32 16, i32 16, i32 12288)

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)

define void @one_sum(<128 x i16> %a, <128 x i16> %a2, <128 x i32> %b, <128 x i32> %b2, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b2, <128 x float> %r, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %s, ptr %d
  ret void
}

define void @used_between(<128 x i16> %a, <128 x i16> %a2, <128 x i32> %b, <128 x i32> %b2, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r, ptr %d
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a2, <128 x i32> %b2, <128 x float> %r, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %s, ptr %d
  ret void
}
