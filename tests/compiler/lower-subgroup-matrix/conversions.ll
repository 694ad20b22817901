; The narrow-float conversions become integer arithmetic; NaN is told apart before anything is added.
; RUN: heddle-opt --passes=lower-subgroup-matrix %s | FileCheck %s

; CHECK-NOT: __spirv_

define <8 x float> @to_tf32(<8 x float> %x) {
; CHECK-LABEL: @to_tf32(
; CHECK: fcmp uno <8 x float> %x, %x
; CHECK: and <8 x i32> {{.*}}, splat (i32 -8192)
  %r = call spir_func <8 x float> @_Z25__spirv_RoundFToTF32INTELDv8_f(<8 x float> %x)
  ret <8 x float> %r
}

define i16 @to_bfloat(float %x) {
; CHECK-LABEL: @to_bfloat(
; CHECK: fcmp uno float %x, %x
; CHECK: lshr i32 {{.*}}, 16
; CHECK: trunc i32 {{.*}} to i16
  %r = call spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float %x)
  ret i16 %r
}

define float @from_bfloat(i16 %x) {
; CHECK-LABEL: @from_bfloat(
; CHECK: zext i16 %x to i32
; CHECK: shl i32 {{.*}}, 16
  %r = call spir_func float @_Z27__spirv_ConvertBF16ToFINTELs(i16 %x)
  ret float %r
}

declare spir_func <8 x float> @_Z25__spirv_RoundFToTF32INTELDv8_f(<8 x float>)
declare spir_func i16 @_Z27__spirv_ConvertFToBF16INTELf(float)
declare spir_func float @_Z27__spirv_ConvertBF16ToFINTELs(i16)
