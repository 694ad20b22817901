; RUN: not heddle-opt --passes=lower-subgroup-matrix %s 2>&1 | FileCheck %s

; CHECK-DAG: function 'depth_is_no_constant': matrix multiply-accumulate: K is not a constant
define <8 x i32> @depth_is_no_constant(i32 %k, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32 %k, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c, i32 51)
  ret <8 x i32> %r
}

; CHECK-DAG: function 'operands_are_no_constant': matrix multiply-accumulate: the operands word is not a constant
define <8 x i32> @operands_are_no_constant(i32 %o, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c, i32 %o)
  ret <8 x i32> %r
}

; CHECK-DAG: function 'no_operands': matrix multiply-accumulate: matrix A of type <8 x i16> has no packing in operands 0x0
define <8 x i32> @no_operands(<8 x i16> %a, <8 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL.1(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c)
  ret <8 x i32> %r
}

; CHECK-DAG: function 'wrong_depth': matrix multiply-accumulate: K is 64, and matrix B of type <8 x i32> holds 32 rows of i8
define <8 x i32> @wrong_depth(<8 x i16> %a, <8 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32 64, <8 x i16> %a, <8 x i32> %b, <8 x i32> %c, i32 51)
  ret <8 x i32> %r
}

; What OpenCL C says by a function's name, modules cannot say.
; CHECK-DAG: function 'two_bits': matrix multiply-accumulate: operands 0x80000013 has the unknown bits 0x80000000
define <8 x i32> @two_bits(<8 x i16> %a, <2 x i32> %b, <8 x i32> %c) {
  %r = call <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL.2(i32 32, <8 x i16> %a, <2 x i32> %b, <8 x i32> %c, i32 u0x80000013)
  ret <8 x i32> %r
}

declare <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL(i32, <8 x i16>, <8 x i32>, <8 x i32>, i32)
declare <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL.1(i32, <8 x i16>, <8 x i32>, <8 x i32>)
declare <8 x i32> @_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL.2(i32, <8 x i16>, <2 x i32>, <8 x i32>, i32)
