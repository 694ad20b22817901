; What has no lowering is named as the program's author calls it.
; RUN: not heddle-opt -passes=lower-spirv-builtins %s 2>&1 | FileCheck %s

; CHECK-DAG: kernel 'k': argument 1 of printf is no number, no vector of numbers and no pointer
; CHECK-DAG: kernel 'k': function 'no_such_function' is not supported by this device
; CHECK-DAG: kernel 'k': instruction OpGroupNonUniformQuadSwap is not supported by this device
; CHECK-DAG: kernel 'k': the scope of OpGroupIAdd is a constant, the work-group or the sub-group
; CHECK-DAG: kernel 'k': built-in variable HelperInvocation is not supported by this device
; CHECK-DAG: kernel 'k': OpReadClockKHR: the scope must be Device, Workgroup or Subgroup
; CHECK-DAG: kernel 'k': function 'elsewhere(int)' is called and not defined
; CHECK-DAG: kernel 'k': function 'llvm.of.another.compiler' is called and not defined
define spir_kernel void @k(ptr addrspace(2) %format, i32 %x) {
  %a = call spir_func i32 @_Z18__spirv_ocl_printfPU3AS2c(ptr addrspace(2) %format, { i32 } zeroinitializer)
  %f = call spir_func i32 @_Z28__spirv_ocl_no_such_functioni(i32 %x)
  %b = call spir_func i1 @_Z31__spirv_GroupNonUniformQuadSwapi(i32 3)
  %c = call spir_func i32 @_Z17__spirv_GroupIAddiii(i32 1, i32 0, i32 %x)
  %d = call spir_func <4 x i32> @_Z31__spirv_BuiltInHelperInvocationv()
  %e = call spir_func i32 @_Z9elsewherei(i32 %x)
  %t = call spir_func i64 @_Z20__spirv_ReadClockKHRi(i32 0)
  %o = call spir_func i32 @llvm.of.another.compiler(i32 %x)
  ret void
}

declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS2c(ptr addrspace(2), { i32 })
declare spir_func i32 @_Z28__spirv_ocl_no_such_functioni(i32)
declare spir_func i1 @_Z31__spirv_GroupNonUniformQuadSwapi(i32)
declare spir_func i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare spir_func <4 x i32> @_Z31__spirv_BuiltInHelperInvocationv()
declare spir_func i32 @_Z9elsewherei(i32)
declare spir_func i32 @llvm.of.another.compiler(i32)
declare spir_func i64 @_Z20__spirv_ReadClockKHRi(i32)
