; OpenCL C functions become the instructions that the translator writes, with K and the operands word
; of their row in the table.
; RUN: heddle-opt --passes=matrix-functions-to-spirv %s | FileCheck %s

; CHECK-NOT: intel_

define spir_func <8 x float> @float_accumulator(<8 x i16> %a, <8 x i32> %b, <8 x float> %c) {
; CHECK-LABEL: @float_accumulator(
; CHECK: call spir_func <8 x float> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_sDv8_iDv8_fi(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 12288)
  %r = call spir_func <8 x float> @_Z40intel_sub_group_bf16_bf16_matrix_mad_k16Dv8_sDv8_iDv8_f(<8 x i16> %a, <8 x i32> %b, <8 x float> %c)
  ret <8 x float> %r
}

; The same name with another accumulator is another row.
define spir_func <8 x i16> @bfloat_accumulator(<8 x i16> %a, <8 x i32> %b, <8 x i16> %c) {
; CHECK-LABEL: @bfloat_accumulator(
; CHECK: call spir_func <8 x i16> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv8_sDv8_iS_i(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x i16> %c, i32 12300)
  %r = call spir_func <8 x i16> @_Z40intel_sub_group_bf16_bf16_matrix_mad_k16Dv8_sDv8_iS_(<8 x i16> %a, <8 x i32> %b, <8 x i16> %c)
  ret <8 x i16> %r
}

define spir_func <2 x float> @conversions(<2 x float> %x, i16 %y) {
; CHECK-LABEL: @conversions(
; CHECK: call spir_func <2 x float> @_Z25__spirv_RoundFToTF32INTELDv2_f(<2 x float> %x)
; CHECK: call spir_func <2 x i16> @_Z27__spirv_ConvertFToBF16INTELDv2_f(<2 x float>
; CHECK: call spir_func float @_Z27__spirv_ConvertBF16ToFINTELs(i16 %y)
  %r = call spir_func <2 x float> @_Z33intel_convert_tfloat322_as_float2Dv2_f(<2 x float> %x)
  %s = call spir_func <2 x i16> @_Z34intel_convert_bfloat162_as_ushort2Dv2_f(<2 x float> %r)
  %t = call spir_func float @_Z31intel_convert_as_bfloat16_floatt(i16 %y)
  ret <2 x float> %r
}

; CHECK: declare spir_func <8 x float> @_Z45{{.*}} #[[ATTRIBUTES:[0-9]+]]
; CHECK: attributes #[[ATTRIBUTES]] = { convergent nounwind }

declare spir_func <8 x float> @_Z40intel_sub_group_bf16_bf16_matrix_mad_k16Dv8_sDv8_iDv8_f(<8 x i16>, <8 x i32>, <8 x float>)
declare spir_func <8 x i16> @_Z40intel_sub_group_bf16_bf16_matrix_mad_k16Dv8_sDv8_iS_(<8 x i16>, <8 x i32>, <8 x i16>)
declare spir_func <2 x float> @_Z33intel_convert_tfloat322_as_float2Dv2_f(<2 x float>)
declare spir_func <2 x i16> @_Z34intel_convert_bfloat162_as_ushort2Dv2_f(<2 x float>)
declare spir_func float @_Z31intel_convert_as_bfloat16_floatt(i16)
