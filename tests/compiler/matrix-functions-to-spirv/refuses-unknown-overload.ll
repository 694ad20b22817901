; RUN: not heddle-opt --passes=matrix-functions-to-spirv %s 2>&1 | FileCheck %s

; CHECK: no overload of intel_sub_group_i8_i8_matrix_mad_k32 takes (<4 x i16>, <4 x i32>, <4 x i32>)
define <4 x i32> @f(<4 x i16> %a, <4 x i32> %b, <4 x i32> %c) {
  %r = call <4 x i32> @_Z36intel_sub_group_i8_i8_matrix_mad_k32Dv4_sDv4_iS0_(<4 x i16> %a, <4 x i32> %b, <4 x i32> %c)
  ret <4 x i32> %r
}

declare <4 x i32> @_Z36intel_sub_group_i8_i8_matrix_mad_k32Dv4_sDv4_iS0_(<4 x i16>, <4 x i32>, <4 x i32>)

; CHECK: no overload of intel_sub_group_i8_i2_matrix_mad_k32 takes (<8 x i16>, <4 x i32>, <8 x i32>)
define <8 x i32> @g(<8 x i16> %a, <4 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z36intel_sub_group_i8_i2_matrix_mad_k32Dv8_sDv4_iDv8_i(<8 x i16> %a, <4 x i32> %b, <8 x i32> %c)
  ret <8 x i32> %r
}

declare <8 x i32> @_Z36intel_sub_group_i8_i2_matrix_mad_k32Dv8_sDv4_iDv8_i(<8 x i16>, <4 x i32>, <8 x i32>)
