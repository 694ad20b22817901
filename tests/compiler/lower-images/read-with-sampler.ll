; An image is a pointer to its record, a sampler a number. What is left of the types is attributes of
; the kernel's arguments and bits of the operation: two dimensions and float coordinates (0x200), and
; the sampler's (repeat, linear, normalized: 0x27).
; RUN: heddle-opt --passes=lower-images %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME:    ptr addrspace(2) align 8 dereferenceable(64) "heddle-image"="4337,0,0" %image,
; CHECK-SAME:    i32 "heddle-sampler" %s,
define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s, <2 x float> %at, ptr addrspace(1) %out) {
  %kept = alloca target("spirv.Sampler")
  store target("spirv.Sampler") %s, ptr %kept
  %own = load target("spirv.Sampler"), ptr %kept
; CHECK:         %[[OWN:.*]] = load i32, ptr %kept
; CHECK:         %[[ACCESS:.*]] = or i32 %{{.*}}, 512
; CHECK:         call <4 x float> @heddle.image_read.v4f32p2i32f32f32(ptr addrspace(2) %{{.*}}, i32 %[[ACCESS]], float %{{.*}}, float %{{.*}}) #[[PURE:[0-9]+]]
  %both = call spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %own)
  %color = call spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %both, <2 x float> %at, i32 2, float 0.0)
  store <4 x float> %color, ptr addrspace(1) %out
; CHECK:         call spir_func <4 x i32> @f(ptr addrspace(2) %image, i32 39, <2 x float> %at)
  %constant = call target("spirv.Sampler") @__translate_sampler_initializer(i32 39)
  %more = call spir_func <4 x i32> @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %constant, <2 x float> %at)
  store <4 x i32> %more, ptr addrspace(1) %out
  ret void
}

; Integers: 0x1000.
; CHECK-LABEL: define spir_func <4 x i32> @f(
; CHECK-SAME:    ptr addrspace(2) align 8 dereferenceable(64) %image, i32 %s,
; CHECK:         or i32 %{{.*}}, 4608
; CHECK:         call <4 x i32> @heddle.image_read.v4i32p2i32f32f32(
define spir_func <4 x i32> @f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s, <2 x float> %at) {
  %both = call spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s)
  %color = call spir_func <4 x i32> @_Z36__spirv_ImageSampleExplicitLod_Rint4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) %both, <2 x float> %at, i32 2, float 0.0)
  ret <4 x i32> %color
}

; Nothing that the kernel does changes the image, and calls of two branches stay two.
; CHECK: attributes #[[PURE]] = { nomerge memory(none) }

declare spir_func target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0) @_Z20__spirv_SampledImagePU3AS133__spirv_Image__void_1_0_0_0_0_0_0PU3AS215__spirv_Sampler(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))
declare spir_func <4 x float> @_Z38__spirv_ImageSampleExplicitLod_Rfloat4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
declare spir_func <4 x i32> @_Z36__spirv_ImageSampleExplicitLod_Rint4PU3AS140__spirv_SampledImage__void_1_0_0_0_0_0_0Dv2_fif(target("spirv.SampledImage", void, 1, 0, 0, 0, 0, 0, 0), <2 x float>, i32, float)
declare target("spirv.Sampler") @__translate_sampler_initializer(i32)
