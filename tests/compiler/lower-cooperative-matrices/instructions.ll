; What a work-item holds at sub-group size 16: a component for each row, rows of B packed in words.
; Strides count elements of what the pointer points to, here four words.
; RUN: heddle-opt --passes=lower-cooperative-matrices %s | FileCheck %s

; CHECK-NOT: {{spirv|target}}
; CHECK-LABEL: define spir_kernel void @product(
; CHECK:         %[[PITCH:.*]] = mul i64 %n, 16
; CHECK:         %[[A:.*]] = call <32 x i16> @heddle.cooperative_load.{{[a-z0-9]*}}(ptr addrspace(1) %a, i64 4611686018427387904, i64 4611686018427387904, i64 %[[PITCH]], i64 0, i64 0, i32 16, i32 16, i32 32, i32 0, i32 0)
; CHECK:         %[[B:.*]] = call <16 x i32> @heddle.cooperative_load.{{[a-z0-9]*}}(ptr addrspace(1) %b, {{.*}}, i32 16, i32 32, i32 16, i32 1, i32 2)
; CHECK:         %[[D:.*]] = call <16 x float> @heddle.cooperative_mad.{{[a-z0-9]*}}(<32 x i16> %[[A]], <16 x i32> %[[B]], <16 x float> zeroinitializer, i32 16, i32 16, i32 32, i32 12288)
; CHECK:         call void @heddle.cooperative_store.{{[a-z0-9]*}}(ptr addrspace(1) %c, {{.*}}, i32 32, i32 16, i32 16, i32 2, i32 0, <16 x float> %[[D]])
define spir_kernel void @product(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %n) {
  %A = call target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__short_3_16_32_0PU3AS1Dv4_jili(ptr addrspace(1) %a, i32 0, i64 %n, i32 0)
  %B = call target("spirv.CooperativeMatrixKHR", i16, 3, 32, 16, 1) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__short_3_32_16_1PU3AS1sili(ptr addrspace(1) %b, i32 2, i64 %n, i32 0)
  %C = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 0.0)
  %D = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS145__spirv_CooperativeMatrixKHR__short_3_16_32_0PU3AS145__spirv_CooperativeMatrixKHR__short_3_32_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0) %A, target("spirv.CooperativeMatrixKHR", i16, 3, 32, 16, 1) %B, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C, i32 64)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %D, i32 0, i64 %n, i32 0)
  ret void
}

; A region of 20 lines of 30 elements, in bytes.
; CHECK-LABEL: define spir_kernel void @checked(
; CHECK:         call <16 x float> @heddle.cooperative_load.{{[a-z0-9]*}}(ptr addrspace(1) %c, i64 120, i64 20, i64 128, i64 32, i64 16, i32 32, i32 16, i32 16, i32 2, i32 0)
define spir_kernel void @checked(ptr addrspace(1) %c, i64 %n) {
  %C = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z96__spirv_CooperativeMatrixLoadCheckedINTEL_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU3AS1fiiiiil(ptr addrspace(1) %c, i32 16, i32 8, i32 0, i32 20, i32 30, i64 32)
  call void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1) %c, target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C, i32 0, i64 %n, i32 0)
  ret void
}

; CHECK-LABEL: define spir_kernel void @components(
; CHECK:         %m = alloca <16 x float>
; CHECK:         store <16 x float> splat (float 2.000000e+00), ptr %m
; CHECK:         %[[PLACE:.*]] = getelementptr i32, ptr %m, i32 %i
; CHECK:         load float, ptr %[[PLACE]]
; CHECK:         icmp ult i32 %i, 16
; CHECK:         call <16 x i32> @"_Z{{[0-9]+}}__spirv_ConvertFToS{{.*}}_rte{{.*}}"(<16 x float> splat (float -2.000000e+00))
; The row is the component's number, the column the lane.
; CHECK:         %[[PART:.*]] = udiv i32 %i, 1
; CHECK:         call i32 @heddle.sub_group_local_id()
; CHECK:         urem i32 %[[PART]], 16
; CHECK:         call i32 @llvm.umin.i32(i32 %{{.*}}, i32 15)
define spir_kernel void @components(ptr addrspace(1) %c, i32 %i) {
  %m = alloca target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2)
  %C = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float 2.0)
  store target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C, ptr %m
  %p = call ptr @_Z19__spirv_AccessChainPPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(ptr %m, i32 %i)
  %e = load float, ptr %p
  store float %e, ptr addrspace(1) %c
  %n = call i32 @_Z34__spirv_CooperativeMatrixLengthKHRPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) zeroinitializer)
  %t = icmp ult i32 %i, %n
  store i1 %t, ptr addrspace(1) %c
  %N = call target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z15__spirv_FNegatePU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C)
  %I = call target("spirv.CooperativeMatrixKHR", i32, 3, 16, 16, 2) @_Z77__spirv_ConvertFToS_RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_16_16_2_rtePU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %N)
  store target("spirv.CooperativeMatrixKHR", i32, 3, 16, 16, 2) %I, ptr %m
  %rc = call <2 x i32> @_Z39__spirv_JointMatrixGetElementCoordINTELPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) %C, i32 %i)
  store <2 x i32> %rc, ptr addrspace(1) %c
  ret void
}

declare target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__short_3_16_32_0PU3AS1Dv4_jili(ptr addrspace(1), i32, i64, i32)
declare target("spirv.CooperativeMatrixKHR", i16, 3, 32, 16, 1) @_Z87__spirv_CooperativeMatrixLoadKHR_RPU3AS145__spirv_CooperativeMatrixKHR__short_3_32_16_1PU3AS1sili(ptr addrspace(1), i32, i64, i32)
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z26__spirv_CompositeConstructf(float)
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z34__spirv_CooperativeMatrixMulAddKHRPU3AS145__spirv_CooperativeMatrixKHR__short_3_16_32_0PU3AS145__spirv_CooperativeMatrixKHR__short_3_32_16_1PU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(target("spirv.CooperativeMatrixKHR", i16, 3, 16, 32, 0), target("spirv.CooperativeMatrixKHR", i16, 3, 32, 16, 1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32)
declare void @_Z33__spirv_CooperativeMatrixStoreKHRPU3AS1fPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2ili(ptr addrspace(1), target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32, i64, i32)
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z96__spirv_CooperativeMatrixLoadCheckedINTEL_RPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2PU3AS1fiiiiil(ptr addrspace(1), i32, i32, i32, i32, i32, i64)
declare ptr @_Z19__spirv_AccessChainPPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(ptr, i32)
declare i32 @_Z34__spirv_CooperativeMatrixLengthKHRPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2))
declare target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2) @_Z15__spirv_FNegatePU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2))
declare target("spirv.CooperativeMatrixKHR", i32, 3, 16, 16, 2) @_Z77__spirv_ConvertFToS_RPU3AS144__spirv_CooperativeMatrixKHR__uint_3_16_16_2_rtePU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2))
declare <2 x i32> @_Z39__spirv_JointMatrixGetElementCoordINTELPU3AS145__spirv_CooperativeMatrixKHR__float_3_16_16_2i(target("spirv.CooperativeMatrixKHR", float, 3, 16, 16, 2), i32)
