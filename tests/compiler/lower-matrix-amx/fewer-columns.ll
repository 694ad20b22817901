; A tile has the columns of the widest operation of the function: of one with fewer, rows begin where
; those of the others do.
; RUN: heddle-opt --passes=lower-matrix-amx %s | FileCheck %s

declare <64 x float> @heddle.simd_matrix_mad.v64f32v32i32v128i32v64f32i32i32i32i32(<32 x i32>, <128 x i32>, <64 x float>, i32, i32, i32, i32)
declare <32 x float> @heddle.simd_matrix_mad.v32f32v32i32v64i32v32f32i32i32i32i32(<32 x i32>, <64 x i32>, <32 x float>, i32, i32, i32, i32)

; CHECK-COUNT-2: call x86_amx @llvm.x86.tdpbf16ps.internal(i16 4, i16 64, i16 32,
; CHECK:         [[ROWS:%.*]] = call <64 x float> @llvm.x86.cast.tile.to.vector
; CHECK-DAG:     shufflevector <64 x float> [[ROWS]], <64 x float> poison, <8 x i32> <i32 0, i32 1,
; CHECK-DAG:     shufflevector <64 x float> [[ROWS]], <64 x float> poison, <8 x i32> <i32 16, i32 17,
define void @products(<32 x i32> %a, <128 x i32> %b, <64 x i32> %half, <64 x float> %c, <32 x float> %d, ptr %e, ptr %f) {
  %wide = call <64 x float> @heddle.simd_matrix_mad.v64f32v32i32v128i32v64f32i32i32i32i32(<32 x i32> %a, <128 x i32> %b, <64 x float> %c, i32 4, i32 16, i32 16, i32 12288)
  %narrow = call <32 x float> @heddle.simd_matrix_mad.v32f32v32i32v64i32v32f32i32i32i32i32(<32 x i32> %a, <64 x i32> %half, <32 x float> %d, i32 4, i32 8, i32 16, i32 12288)
  store <64 x float> %wide, ptr %e
  store <32 x float> %narrow, ptr %f
  ret void
}
