; A sum is a factor of the next operation, which adds to it as well: its words are there when the first
; operation is done, and not before.
; RUN: heddle-opt --passes=lower-matrix-words %s | FileCheck %s

declare <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32>, <64 x i32>, <64 x i32>, i32, i32, i32, i32)

; CHECK-LABEL: @square_and_add(
; CHECK:       matrix.words:
; CHECK:         [[SUM:%.*]] = call <8 x i32> @llvm.x86.avx2.vpdpbssd
; CHECK:       matrix.done:
; CHECK:         store <8 x i32> [[SUM]]
; CHECK:       matrix.words{{[0-9]+}}:
; CHECK:         vpdpbssd
; CHECK-NOT:     simd_matrix_mad
; CHECK:         ret void
define void @square_and_add(<64 x i32> %a, <64 x i32> %b, <64 x i32> %c, ptr %d) {
  %r = call <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32> %a, <64 x i32> %b, <64 x i32> %c, i32 8, i32 8, i32 32, i32 51)
  %s = call <64 x i32> @heddle.simd_matrix_mad.v64i32v64i32v64i32v64i32i32i32i32i32(<64 x i32> %r, <64 x i32> %b, <64 x i32> %r, i32 8, i32 8, i32 32, i32 51)
  store <64 x i32> %s, ptr %d
  ret void
}
