; What is no access of the kernel goes through memory of the function, row by row.
; RUN: heddle-opt --passes=lower-matrix-amx,lower-tile-casts %s | FileCheck %s

; CHECK-LABEL: @through_memory(
; CHECK:         alloca [4096 x i8], align 64
; CHECK-COUNT-8: store <16 x i16> {{.*}}, align 32
; CHECK:         tileloadd64.internal(i16 8, i16 32, ptr {{.*}}, i64 32)
; CHECK-COUNT-8: store <16 x i32> {{.*}}, align 64
; CHECK:         tileloadd64.internal(i16 8, i16 64, ptr {{.*}}, i64 64)
; CHECK-COUNT-8: store <16 x float> {{.*}}, align 64
; CHECK:         tdpbf16ps
; CHECK:         tilestored64.internal(i16 8, i16 64, ptr {{.*}}, i64 64,
; CHECK-COUNT-8: load <16 x float>, ptr {{.*}}, align 64
; CHECK-NOT:     x86.cast
; CHECK:         ret void

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)

define void @through_memory(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r, ptr %d
  ret void
}
