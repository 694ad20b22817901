; OpenCL C functions become the instructions that the translator writes: element bytes, columns, rows and
; blocks come from the name. A program that declares them itself may do without mangling.
; RUN: heddle-opt --passes=block-functions-to-spirv %s | FileCheck %s

; CHECK-NOT: intel_

define spir_func void @reads(ptr addrspace(1) %m, <2 x i32> %at, ptr %v, ptr addrspace(4) %g) {
; CHECK-LABEL: @reads(
; CHECK: call spir_func void @_Z32__spirv_Subgroup2DBlockLoadINTELiiiiPU3AS1KviiiDv2_iPv(i32 1, i32 32, i32 8, i32 2, ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr %v)
; CHECK: [[PRIVATE:%.*]] = addrspacecast ptr addrspace(4) %g to ptr
; CHECK: call spir_func void @_Z41__spirv_Subgroup2DBlockLoadTransformINTELiiiiPU3AS1KviiiDv2_iPv(i32 2, i32 16, i32 32, i32 1, ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr [[PRIVATE]])
; CHECK: call spir_func void @_Z41__spirv_Subgroup2DBlockLoadTransposeINTELiiiiPU3AS1KviiiDv2_iPv(i32 4, i32 8, i32 16, i32 1,
  call spir_func void @_Z40intel_sub_group_2d_block_read_8b_8r32x2cPU3AS1viiiDv2_iPt(ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr %v)
  call spir_func void @_Z52intel_sub_group_2d_block_read_transform_16b_32r16x1cPU3AS1KviiiDv2_iPU3AS4j(ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr addrspace(4) %g)
  call spir_func void @intel_sub_group_2d_block_read_transpose_32b_16r8x1c(ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr %v)
  ret void
}

define spir_func void @others(ptr addrspace(1) %m, <2 x i32> %at, ptr %v) {
; CHECK-LABEL: @others(
; CHECK: call spir_func void @_Z33__spirv_Subgroup2DBlockStoreINTELiiiiPKvPU3AS1viiiDv2_i(i32 4, i32 16, i32 8, i32 1, ptr %v, ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at)
; CHECK: call spir_func void @_Z36__spirv_Subgroup2DBlockPrefetchINTELiiiiPU3AS1KviiiDv2_i(i32 2, i32 16, i32 4, i32 2, ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at)
  call spir_func void @_Z42intel_sub_group_2d_block_write_32b_8r16x1cPU3AS1viiiDv2_iPj(ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at, ptr %v)
  call spir_func void @_Z45intel_sub_group_2d_block_prefetch_16b_4r16x2cPU3AS1viiiDv2_i(ptr addrspace(1) %m, i32 64, i32 8, i32 96, <2 x i32> %at)
  ret void
}

declare spir_func void @_Z40intel_sub_group_2d_block_read_8b_8r32x2cPU3AS1viiiDv2_iPt(ptr addrspace(1), i32, i32, i32, <2 x i32>, ptr)
declare spir_func void @_Z52intel_sub_group_2d_block_read_transform_16b_32r16x1cPU3AS1KviiiDv2_iPU3AS4j(ptr addrspace(1), i32, i32, i32, <2 x i32>, ptr addrspace(4))
declare spir_func void @intel_sub_group_2d_block_read_transpose_32b_16r8x1c(ptr addrspace(1), i32, i32, i32, <2 x i32>, ptr)
declare spir_func void @_Z42intel_sub_group_2d_block_write_32b_8r16x1cPU3AS1viiiDv2_iPj(ptr addrspace(1), i32, i32, i32, <2 x i32>, ptr)
declare spir_func void @_Z45intel_sub_group_2d_block_prefetch_16b_4r16x2cPU3AS1viiiDv2_i(ptr addrspace(1), i32, i32, i32, <2 x i32>)
