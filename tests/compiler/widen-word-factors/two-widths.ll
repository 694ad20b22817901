; Integers of two widths become bytes, and those of 2 bits. Bytes and nibbles stay as they are: both have instructions of
; their own, or ways to them.
; RUN: heddle-opt --passes=widen-word-factors %s | FileCheck %s

; CHECK-LABEL: @bytes_by_nibbles(
; CHECK-NOT:   {{shl|lshr}} <{{.*}} %a
; CHECK:       lshr <64 x i8>
; CHECK:       call <128 x i32> @heddle.simd_matrix_mad.{{.*}}(<128 x i16> %a, <512 x i8> {{%.*}}, <128 x i32> %c, i32 8, i32 16, i32 32, i32 49)
define <128 x i32> @bytes_by_nibbles(<128 x i16> %a, <64 x i32> %b, <128 x i32> %c) {
  %d = call <128 x i32> @heddle.simd_matrix_mad.mixed(<128 x i16> %a, <64 x i32> %b, <128 x i32> %c, i32 8, i32 16, i32 32, i32 145)
  ret <128 x i32> %d
}

; CHECK-LABEL: @crumbs(
; CHECK:       call <128 x i32> @heddle.simd_matrix_mad.{{.*}}(<512 x i8> {{%.*}}, <1024 x i8> {{%.*}}, <128 x i32> %c, i32 8, i32 16, i32 64, i32 48)
define <128 x i32> @crumbs(<128 x i8> %a, <64 x i32> %b, <128 x i32> %c) {
  %d = call <128 x i32> @heddle.simd_matrix_mad.crumbs(<128 x i8> %a, <64 x i32> %b, <128 x i32> %c, i32 8, i32 16, i32 64, i32 -1073741824)
  ret <128 x i32> %d
}

; CHECK-LABEL: @nibbles(
; CHECK:       (<128 x i16> %a, <128 x i32> %b, <128 x i32> %c, i32 8, i32 16, i32 64, i32 193)
define <128 x i32> @nibbles(<128 x i16> %a, <128 x i32> %b, <128 x i32> %c) {
  %d = call <128 x i32> @heddle.simd_matrix_mad.nibbles(<128 x i16> %a, <128 x i32> %b, <128 x i32> %c, i32 8, i32 16, i32 64, i32 193)
  ret <128 x i32> %d
}

; CHECK-LABEL: @halves(
; CHECK:       (<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
define <128 x float> @halves(<128 x i16> %a, <128 x i32> %b, <128 x float> %c) {
  %d = call <128 x float> @heddle.simd_matrix_mad.halves(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 3072)
  ret <128 x float> %d
}

declare <128 x i32> @heddle.simd_matrix_mad.mixed(<128 x i16>, <64 x i32>, <128 x i32>, i32, i32, i32, i32)
declare <128 x i32> @heddle.simd_matrix_mad.crumbs(<128 x i8>, <64 x i32>, <128 x i32>, i32, i32, i32, i32)
declare <128 x i32> @heddle.simd_matrix_mad.nibbles(<128 x i16>, <128 x i32>, <128 x i32>, i32, i32, i32, i32)
declare <128 x float> @heddle.simd_matrix_mad.halves(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)
