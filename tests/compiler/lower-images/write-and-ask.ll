; An array's pixel is written at integer coordinates (0x800) with a layer (0x400) behind two
; dimensions; sizes and formats are loads from the image's record that never change.
; RUN: heddle-opt --passes=lower-images %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME:    "heddle-image"="4339,2,0" %image,
define spir_kernel void @k(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2) %image, <4 x i32> %at, <4 x half> %texel, ptr addrspace(1) %out) {
; CHECK:         %[[FLOATS:.*]] = fpext <4 x half> %texel to <4 x float>
; CHECK:         call void @heddle.image_write.voidp2i32i32i32i32f32f32f32f32(ptr addrspace(2) %image, i32 3584, i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}, float %{{.*}}, float %{{.*}}, float %{{.*}}, float %{{.*}})
  call spir_func void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_1_0_1_0_0_0_2Dv4_iDv4_Dh(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2) %image, <4 x i32> %at, <4 x half> %texel)
; What a kernel may write is read from memory.
; CHECK:         call <4 x float> @heddle.image_read.v4f32p2i32i32i32i32(ptr addrspace(2) %image, i32 3600, i32 %{{.*}}, i32 %{{.*}}, i32 %{{.*}}) #[[READ:[0-9]+]]
  %back = call spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4PU3AS133__spirv_Image__void_1_0_1_0_0_0_2Dv4_i(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2) %image, <4 x i32> %at)
  store <4 x float> %back, ptr addrspace(1) %out
; CHECK:         getelementptr inbounds i8, ptr addrspace(2) %image, i64 24
; CHECK-NEXT:    load i32, ptr addrspace(2) %{{.*}}, align 4, !invariant.load
; CHECK:         getelementptr inbounds i8, ptr addrspace(2) %image, i64 28
; CHECK:         getelementptr inbounds i8, ptr addrspace(2) %image, i64 36
; CHECK:         insertelement <3 x i64>
  %size = call spir_func <3 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong3PU3AS133__spirv_Image__void_1_0_1_0_0_0_2i(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2) %image, i32 0)
  store <3 x i64> %size, ptr addrspace(1) %out
; CHECK:         %[[TYPE:.*]] = load i32, ptr addrspace(2) %{{.*}}, align 4, !invariant.load
; CHECK:         sub i32 %[[TYPE]], 4304
  %type = call spir_func i32 @_Z24__spirv_ImageQueryFormatPU3AS133__spirv_Image__void_1_0_1_0_0_0_2(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2) %image)
  store i32 %type, ptr addrspace(1) %out
  ret void
}
; CHECK: attributes #[[READ]] = { nomerge }

declare spir_func void @_Z18__spirv_ImageWritePU3AS133__spirv_Image__void_1_0_1_0_0_0_2Dv4_iDv4_Dh(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2), <4 x i32>, <4 x half>)
declare spir_func <4 x float> @_Z25__spirv_ImageRead_Rfloat4PU3AS133__spirv_Image__void_1_0_1_0_0_0_2Dv4_i(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2), <4 x i32>)
declare spir_func <3 x i64> @_Z32__spirv_ImageQuerySizeLod_Rlong3PU3AS133__spirv_Image__void_1_0_1_0_0_0_2i(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2), i32)
declare spir_func i32 @_Z24__spirv_ImageQueryFormatPU3AS133__spirv_Image__void_1_0_1_0_0_0_2(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 2))
