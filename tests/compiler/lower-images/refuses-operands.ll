; Too few coordinates for an image of three dimensions.
; RUN: not heddle-opt --passes=lower-images %s 2>&1 | FileCheck %s
; CHECK: kernel 'k': OpImageRead has operands that it cannot have
define spir_kernel void @k(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at) {
  %color = call spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4PU3AS133__spirv_Image__void_2_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %image, <2 x i32> %at)
  ret void
}
declare spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4PU3AS133__spirv_Image__void_2_0_0_0_0_0_0Dv2_i(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), <2 x i32>)
