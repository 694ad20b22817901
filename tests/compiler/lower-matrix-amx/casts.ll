; The instruction with its shape, and casts around it; operations of fewer rows go to other units. In a
; function with operations of two depths the shorter one gets zeros.
; RUN: heddle-opt --passes=lower-matrix-amx %s | FileCheck %s

; CHECK-LABEL: @eight_rows(
; CHECK-DAG:   [[A:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile.v128i16(<128 x i16> %a) [[ROWS:#[0-9]+]]
; CHECK-DAG:   [[B:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile.v128i32(<128 x i32> %b) [[ROWS]]
; CHECK-DAG:   [[C:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile.v128f32(<128 x float> %c) [[ROWS]]
; CHECK:       [[D:%.*]] = call x86_amx @llvm.x86.tdpbf16ps.internal(i16 8, i16 64, i16 32, x86_amx [[C]], x86_amx [[A]], x86_amx [[B]])
; CHECK:       call <128 x float> @llvm.x86.cast.tile.to.vector.v128f32(x86_amx [[D]]) [[ROWS]]
; CHECK-LABEL: @two_rows(
; CHECK:       heddle.simd_matrix_mad
; CHECK-LABEL: @two_depths(
; CHECK:       tdpbf16ps.internal(i16 8, i16 64, i16 64,
; CHECK:       shufflevector <16 x i16> {{.*}}, <16 x i16> zeroinitializer, <32 x i32>
; CHECK:       tdpbf16ps.internal(i16 8, i16 64, i16 64,
; One matrix is both factors: rows of 32 bytes with zeros behind each as the first, 8 rows with 8 of
; zeros behind them as the second.
; CHECK-LABEL: @both_factors(
; CHECK:       [[FIRST:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile
; CHECK:       tdpbf16ps.internal(i16 8, i16 32, i16 64, {{.*}}, x86_amx [[FIRST]],
; CHECK:       [[A:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile
; CHECK:       [[SECOND:%.*]] = call x86_amx @llvm.x86.cast.vector.to.tile
; CHECK:       tdpbf16ps.internal({{.*}}, x86_amx [[A]], x86_amx [[SECOND]])
; CHECK:       [[ROWS]] = { {{.*}}"heddle-tile-rows"="8" }

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)
declare <32 x float> @heddle.simd_matrix_mad.two(<32 x i16>, <128 x i32>, <32 x float>, i32, i32, i32, i32)
declare <128 x float> @heddle.simd_matrix_mad.deep(<256 x i16>, <256 x i32>, <128 x float>, i32, i32, i32, i32)

define void @eight_rows(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %r, ptr %d
  ret void
}

define void @two_rows(<32 x i16> %a, <128 x i32> %b, <32 x float> %c, ptr %d) {
  %r = call <32 x float> @heddle.simd_matrix_mad.two(<32 x i16> %a, <128 x i32> %b, <32 x float> %c, i32 2, i32 16, i32 16, i32 12288)
  store <32 x float> %r, ptr %d
  ret void
}

define void @two_depths(<128 x i16> %a, <128 x i32> %b, <256 x i16> %a2, <256 x i32> %b2, <128 x float> %c, ptr %d) {
  %r = call <128 x float> @heddle.simd_matrix_mad.deep(<256 x i16> %a2, <256 x i32> %b2, <128 x float> %c, i32 8, i32 16, i32 32, i32 12288)
  %s = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> %r, i32 8, i32 16, i32 16, i32 12288)
  store <128 x float> %s, ptr %d
  ret void
}

declare <64 x float> @heddle.simd_matrix_mad.narrow(<64 x i32>, <64 x i32>, <64 x float>, i32, i32, i32, i32)
declare <64 x float> @heddle.simd_matrix_mad.narrow_deep(<128 x i32>, <128 x i32>, <64 x float>, i32, i32, i32, i32)

define void @both_factors(<64 x i32> %x, <64 x i32> %y, <128 x i32> %a, <128 x i32> %b, <64 x float> %c, ptr %d) {
  %r = call <64 x float> @heddle.simd_matrix_mad.narrow(<64 x i32> %x, <64 x i32> %y, <64 x float> %c, i32 8, i32 8, i32 16, i32 12288)
  %s = call <64 x float> @heddle.simd_matrix_mad.narrow(<64 x i32> %y, <64 x i32> %x, <64 x float> %r, i32 8, i32 8, i32 16, i32 12288)
  %t = call <64 x float> @heddle.simd_matrix_mad.narrow_deep(<128 x i32> %a, <128 x i32> %b, <64 x float> %s, i32 8, i32 8, i32 32, i32 12288)
  store <64 x float> %t, ptr %d
  ret void
}
