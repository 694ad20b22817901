; A loop over the words of K; rows of A are stored once and broadcast by loads; accumulators are the
; very values that the caller joined, in phis, and no long vector is left.
; RUN: heddle-opt --passes=lower-matrix-generic %s | FileCheck %s

; CHECK-LABEL: @one_row(
; CHECK:         %matrix.scratch = alloca [{{[0-9]+}} x i8], align 64
; CHECK:         store <8 x float> {{.*}}, align 4
; CHECK:       matrix.k:
; CHECK:         phi <4 x float> [ %c0, %entry ]
; CHECK:         [[B:%.*]] = load <4 x float>, ptr
; CHECK:         [[A:%.*]] = load float, ptr
; CHECK:         insertelement <4 x float> poison, float [[A]], i64 0
; CHECK:         call <4 x float> @llvm.fma.v4f32(
; CHECK-NOT:     heddle.simd_matrix_mad

; Four products of one A and two B: each factor is unpacked once, 1 row and 8 rows twice, and the
; last store is the result's.
; CHECK-LABEL: @shared(
; CHECK-COUNT-18: store <8 x float>
; CHECK-NOT:      store <8 x float>
; CHECK:          ret void

declare <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float>, <64 x float>, <8 x float>, i32, i32, i32, i32)

define void @one_row(<8 x float> %a, <64 x float> %b, <4 x float> %c0, <4 x float> %c1, ptr %d) {
entry:
  %c = shufflevector <4 x float> %c0, <4 x float> %c1, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %r = call <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float> %a, <64 x float> %b, <8 x float> %c, i32 1, i32 8, i32 8, i32 768)
  store <8 x float> %r, ptr %d
  ret void
}

define void @shared(<8 x float> %a, <64 x float> %b, <64 x float> %b2, <8 x float> %c, ptr %d) {
  %r = call <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float> %a, <64 x float> %b, <8 x float> %c, i32 1, i32 8, i32 8, i32 768)
  %s = call <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float> %a, <64 x float> %b2, <8 x float> %r, i32 1, i32 8, i32 8, i32 768)
  %t = call <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float> %a, <64 x float> %b, <8 x float> %s, i32 1, i32 8, i32 8, i32 768)
  %u = call <8 x float> @heddle.simd_matrix_mad.v8f32v8f32v64f32v8f32i32i32i32i32(<8 x float> %a, <64 x float> %b2, <8 x float> %t, i32 1, i32 8, i32 8, i32 768)
  store <8 x float> %u, ptr %d, align 4
  ret void
}
