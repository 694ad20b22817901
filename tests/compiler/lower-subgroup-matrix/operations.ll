; The instruction becomes heddle.matrix_mad whatever the mangled suffix says; the types count. The
; internal operation is convergent, the translator's declaration is not.
; RUN: heddle-opt --passes=lower-subgroup-matrix %s | FileCheck %s

; CHECK-NOT: __spirv_

define <8 x i32> @i8(<8 x i16> %a, <8 x i32> %b, <8 x i32> %c) {
; CHECK-LABEL: @i8(
; CHECK: call <8 x i32> @heddle.matrix_mad.v8i32v8i16v8i32v8i32i32i32(<8 x i16> %a, <8 x i32> %b, <8 x i32> %c, i32 32, i32 51)
  %r = call spir_func <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_tDv8_jDv8_ii(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c, i32 51)
  ret <8 x i32> %r
}

define float @bf16_one_row(i16 %a, <8 x i32> %b, float %c) {
; CHECK-LABEL: @bf16_one_row(
; CHECK: call float @heddle.matrix_mad.f32i16v8i32f32i32i32(i16 %a, <8 x i32> %b, float %c, i32 16, i32 12288)
  %r = call spir_func float @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELisDv8_ifi(i32 16, i16 %a, <8 x i32> %b, float %c, i32 12288)
  ret float %r
}

define <8 x float> @tf32(<4 x float> %a, <8 x float> %b, <8 x float> %c) {
; CHECK-LABEL: @tf32(
; CHECK: call <8 x float> @heddle.matrix_mad.v8f32v4f32v8f32v8f32i32i32(
  %r = call spir_func <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv4_fDv8_fS0_i(i32 8, <4 x float> %a, <8 x float> %b, <8 x float> %c, i32 768)
  ret <8 x float> %r
}

; CHECK: declare <8 x i32> @heddle.matrix_mad.v8i32v8i16v8i32v8i32i32i32({{.*}}) #[[ATTRIBUTES:[0-9]+]]
; CHECK: attributes #[[ATTRIBUTES]] = { convergent

declare spir_func <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_tDv8_jDv8_ii(i32, <8 x i16>, <8 x i32>, <8 x i32>, i32)
declare spir_func float @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELisDv8_ifi(i32, i16, <8 x i32>, float, i32)
declare spir_func <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv4_fDv8_fS0_i(i32, <4 x float>, <8 x float>, <8 x float>, i32)
