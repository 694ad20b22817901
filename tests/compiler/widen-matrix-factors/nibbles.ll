; Nibbles become bytes where tiles can multiply bytes: A row by row, of each word of B two rows of words. Fewer
; than four rows stay as they are.
; RUN: heddle-opt --passes=widen-matrix-factors %s | FileCheck %s

; CHECK-LABEL: @eight_rows(
; CHECK:       ashr <32 x i8>
; CHECK:       lshr <64 x i8>
; CHECK:       call <128 x i32> @heddle.simd_matrix_mad.{{.*}}(<512 x i8> {{%.*}}, <1024 x i8> {{%.*}}, <128 x i32> %c, i32 8, i32 16, i32 64, i32 49)
; CHECK:       ret
define <128 x i32> @eight_rows(<128 x i16> %a, <128 x i32> %b, <128 x i32> %c) {
  %d = call <128 x i32> @heddle.simd_matrix_mad.v128i32v128i16v128i32v128i32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x i32> %c, i32 8, i32 16, i32 64, i32 193)
  ret <128 x i32> %d
}

; CHECK-LABEL: @two_rows(
; CHECK:       i32 2, i32 16, i32 64, i32 193)
define <32 x i32> @two_rows(<32 x i16> %a, <128 x i32> %b, <32 x i32> %c) {
  %d = call <32 x i32> @heddle.simd_matrix_mad.two(<32 x i16> %a, <128 x i32> %b, <32 x i32> %c, i32 2, i32 16, i32 64, i32 193)
  ret <32 x i32> %d
}

declare <128 x i32> @heddle.simd_matrix_mad.v128i32v128i16v128i32v128i32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x i32>, i32, i32, i32, i32)
declare <32 x i32> @heddle.simd_matrix_mad.two(<32 x i16>, <128 x i32>, <32 x i32>, i32, i32, i32, i32)
