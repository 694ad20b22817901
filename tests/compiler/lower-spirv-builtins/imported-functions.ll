; A module from outside may import the Intel sub-group functions, and printf, by their OpenCL C names.
; RUN: heddle-opt -passes=lower-spirv-builtins %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: [[DATA:%.*]] = call <8 x i32> @heddle.block_read.v8i32p1(ptr addrspace(1) %p)
; CHECK: call void @heddle.block_write.voidp1v8i32(ptr addrspace(1) %q, <8 x i32> [[DATA]])
; CHECK: call i32 @heddle.sub_group_shuffle.i32i32i32(i32 %x, i32 %lane)
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x, i32 %lane) {
  %data = call spir_func <8 x i32> @_Z30intel_sub_group_block_read8PU3AS1Kj(ptr addrspace(1) %p)
  call spir_func void @_Z31intel_sub_group_block_write8PU3AS1jDv8_j(ptr addrspace(1) %q, <8 x i32> %data)
  %other = call spir_func i32 @_Z23intel_sub_group_shuffleij(i32 %x, i32 %lane)
  store i32 %other, ptr addrspace(1) %p
  ret void
}

declare spir_func <8 x i32> @_Z30intel_sub_group_block_read8PU3AS1Kj(ptr addrspace(1))
declare spir_func void @_Z31intel_sub_group_block_write8PU3AS1jDv8_j(ptr addrspace(1), <8 x i32>)
declare spir_func i32 @_Z23intel_sub_group_shuffleij(i32, i32)

; printf comes mangled and not.
; CHECK-LABEL: define void @prints(
; CHECK: call i32 @heddle.print.i32p2i32(ptr addrspace(2) %format, i32 %x)
; CHECK: call i32 @heddle.print.i32p2f64(ptr addrspace(2) %format, double %d)
define spir_kernel void @prints(ptr addrspace(2) %format, i32 %x, double %d) {
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) %format, i32 %x)
  call spir_func i32 @_Z6printfPU3AS2Kcz(ptr addrspace(2) %format, double %d)
  ret void
}

declare spir_func i32 @printf(ptr addrspace(2), ...)
declare spir_func i32 @_Z6printfPU3AS2Kcz(ptr addrspace(2), double)
