; What optimization has made constant is a shuffle by constants.
; RUN: heddle-opt --passes=lower-lane-shuffles %s | FileCheck %s

; CHECK-LABEL: define <8 x float> @constant(
; CHECK-NEXT:    shufflevector <8 x float> %v, <8 x float> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK-NOT:     call
; CHECK-LABEL: define <8 x float> @variable(
; CHECK:         call <8 x i32> @llvm.x86.avx2.permd(
; CHECK-NOT:     simd_shuffle
define <8 x float> @constant(<8 x float> %v) {
  %r = call <8 x float> @heddle.simd_shuffle.v8f32v8f32v8i32(<8 x float> %v, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>)
  ret <8 x float> %r
}
define <8 x float> @variable(<8 x float> %v, <8 x i32> %n) {
  %r = call <8 x float> @heddle.simd_shuffle.v8f32v8f32v8i32(<8 x float> %v, <8 x i32> %n)
  ret <8 x float> %r
}
declare <8 x float> @heddle.simd_shuffle.v8f32v8f32v8i32(<8 x float>, <8 x i32>)
