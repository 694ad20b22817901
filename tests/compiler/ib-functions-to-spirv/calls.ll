; Functions by the names of the compiler for Intel's GPUs become instructions; others stay, and are
; named by the error that they are not defined.
; RUN: heddle-opt --passes=ib-functions-to-spirv %s | FileCheck %s

; CHECK-LABEL: @k(
; CHECK: %[[PLACE:.*]] = alloca <8 x i16>
; CHECK: call float @"_Z21__spirv_AtomicFMaxEXT{{.*}}"(ptr addrspace(3) %l, i32 2, i32 0, float 1.0
; CHECK: %[[BASE:.*]] = inttoptr i64 %base to ptr addrspace(1)
; CHECK: call void @"_Z32__spirv_Subgroup2DBlockLoadINTEL{{.*}}"(i32 2, i32 16, i32 8, i32 1, ptr addrspace(1) %[[BASE]], i32 64, i32 64, i32 64, <2 x i32> zeroinitializer, ptr %[[PLACE]])
; CHECK: %[[A:.*]] = load <8 x i16>, ptr %[[PLACE]]
; CHECK: call <8 x float> @"_Z45__spirv_SubgroupMatrixMultiplyAccumulateINTEL{{.*}}"(i32 16, <8 x i16> %a, <8 x i32> %b, <8 x float> %c, i32 3072)
; CHECK: call <8 x float> @"_Z51__spirv_SubgroupScaledMatrixMultiplyAccumulateINTEL{{.*}}"(i32 32, <8 x i16> %a, <8 x i32> %b, <8 x float> %d, i8 127, i8 1, i32 3244032)
; CHECK: %[[FLOAT:.*]] = fpext <2 x half> %h to <2 x float>
; CHECK: call <2 x i8> @"_Z25__spirv_ConvertFToE4M3Sat{{.*}}"(<2 x float> %[[FLOAT]])
; CHECK: %[[WIDE:.*]] = call <2 x float> @"_Z27__spirv_ConvertBF16ToFINTEL{{.*}}"(<2 x i16> %bf)
; CHECK: %[[BYTES:.*]] = call <2 x i8> @"_Z22__spirv_ConvertFToE5M2{{.*}}"(<2 x float> %[[WIDE]])
; CHECK: %[[BACK:.*]] = call <2 x float> @"_Z22__spirv_ConvertE5M2ToF{{.*}}"(<2 x i8> %[[BYTES]])
; CHECK: fptrunc <2 x float> %[[BACK]] to <2 x half>
; CHECK: call i64 @_Z20__spirv_ReadClockKHR{{.*}}(i32 1)
; CHECK: %[[WORDS:.*]] = call <4 x i32> @"_Z29__spirv_GroupNonUniformBallot{{.*}}"(i32 3, i1 true)
; CHECK: extractelement <4 x i32> %[[WORDS]], i64 0
; CHECK: call i32 @__builtin_IB_unknown(i32 1)
define spir_kernel void @k(ptr addrspace(3) %l, i64 %base, <8 x i32> %b, <8 x float> %c, ptr addrspace(1) %out, <2 x half> %h, <2 x i16> %bf) {
  %m = call float @__builtin_IB_atomic_max_local_f32(ptr addrspace(3) %l, float 1.0)
  %a = call <8 x i16> @__builtin_IB_subgroup_block_read_flat_u16_m8k16v1(i64 %base, i32 63, i32 63, i32 63, <2 x i32> zeroinitializer)
  %d = call <8 x float> @__builtin_IB_sub_group16_fdpas_f_f_hf_hf_8_8(<8 x float> %c, <8 x i16> %a, <8 x i32> %b)
  %s = call <8 x float> @__builtin_IB_sub_group16_bdpas_f_f_bf8_hf8_8_8(<8 x float> %d, <8 x i16> %a, <8 x i32> %b, i8 127, i8 1)
  %n = call <2 x i8> @__builtin_IB_hftohf8_2_sat(<2 x half> %h)
  %e = call <2 x i8> @_Z36__builtin_spirv_ConvertBF16ToE5M2EXTDv2_s(<2 x i16> %bf)
  %f = call <2 x half> @_Z38__builtin_spirv_ConvertE5M2ToFP16INTELDv2_c(<2 x i8> %e)
  store <2 x half> %f, ptr addrspace(1) %out
  store <2 x i8> %n, ptr addrspace(1) %out
  store <8 x float> %s, ptr addrspace(1) %out
  %t = call i64 @_Z23intel_get_cycle_counterv()
  %v = call i32 @intel_sub_group_ballot(i1 true)
  %u = call i32 @__builtin_IB_unknown(i32 1)
  ret void
}

declare float @__builtin_IB_atomic_max_local_f32(ptr addrspace(3), float)
declare <8 x i16> @__builtin_IB_subgroup_block_read_flat_u16_m8k16v1(i64, i32, i32, i32, <2 x i32>)
declare <8 x float> @__builtin_IB_sub_group16_fdpas_f_f_hf_hf_8_8(<8 x float>, <8 x i16>, <8 x i32>)
declare <8 x float> @__builtin_IB_sub_group16_bdpas_f_f_bf8_hf8_8_8(<8 x float>, <8 x i16>, <8 x i32>, i8, i8)
declare <2 x i8> @_Z36__builtin_spirv_ConvertBF16ToE5M2EXTDv2_s(<2 x i16>)
declare <2 x half> @_Z38__builtin_spirv_ConvertE5M2ToFP16INTELDv2_c(<2 x i8>)
declare <2 x i8> @__builtin_IB_hftohf8_2_sat(<2 x half>)
declare i64 @_Z23intel_get_cycle_counterv()
declare i32 @intel_sub_group_ballot(i1)
declare i32 @__builtin_IB_unknown(i32)
