; 8 and 4 bits have an instruction. Of 2 bits it knows nothing: such a call stays one of a function
; that the module imports, and becomes the internal operation behind the reader.
; RUN: heddle-opt --passes=matrix-functions-to-spirv %s | FileCheck %s --check-prefixes=BOTH,SPIRV
; RUN: heddle-opt --passes=matrix-functions-to-spirv,lower-subgroup-matrix %s \
; RUN:   | FileCheck %s --check-prefixes=BOTH,LOWERED --implicit-check-not=intel_sub_group

define spir_func <4 x i32> @i4_u8(<4 x i8> %a, <8 x i32> %b, <4 x i32> %c) {
; BOTH-LABEL: @i4_u8(
; SPIRV: call spir_func <4 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTELiDv4_cDv8_iDv4_ii(i32 32, <4 x i8> %a, <8 x i32> %b, <4 x i32> %c, i32 97)
; LOWERED: call <4 x i32> @heddle.matrix_mad.{{.*}}(<4 x i8> %a, <8 x i32> %b, <4 x i32> %c, i32 32, i32 97)
  %r = call spir_func <4 x i32> @_Z36intel_sub_group_i4_u8_matrix_mad_k32Dv4_cDv8_jDv4_i(<4 x i8> %a, <8 x i32> %b, <4 x i32> %c)
  ret <4 x i32> %r
}

define spir_func <8 x i32> @i8_i2(<8 x i16> %a, <2 x i32> %b, <8 x i32> %c) {
; BOTH-LABEL: @i8_i2(
; SPIRV: call spir_func <8 x i32> @_Z36intel_sub_group_i8_i2_matrix_mad_k32Dv8_sDv2_iDv8_i(
; LOWERED: call <8 x i32> @heddle.matrix_mad.{{.*}}(<8 x i16> %a, <2 x i32> %b, <8 x i32> %c, i32 32, i32 -2147483629)
  %r = call spir_func <8 x i32> @_Z36intel_sub_group_i8_i2_matrix_mad_k32Dv8_sDv2_iDv8_i(<8 x i16> %a, <2 x i32> %b, <8 x i32> %c)
  ret <8 x i32> %r
}

declare spir_func <4 x i32> @_Z36intel_sub_group_i4_u8_matrix_mad_k32Dv4_cDv8_jDv4_i(<4 x i8>, <8 x i32>, <4 x i32>)
declare spir_func <8 x i32> @_Z36intel_sub_group_i8_i2_matrix_mad_k32Dv8_sDv2_iDv8_i(<8 x i16>, <2 x i32>, <8 x i32>)
