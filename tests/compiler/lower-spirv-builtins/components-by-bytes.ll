; A component of a built-in variable whose pointer goes on by bytes, as LLVM writes it since pointers have no types: the
; reader gives the bytes for the number of the component.
; RUN: heddle-opt -passes=lower-spirv-builtins %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: call {{.*}} @heddle.local_size(i32 1)
; CHECK: call {{.*}} @heddle.local_size(i32 2)
define spir_kernel void @k(ptr addrspace(1) %p) {
  %y = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 8)
  store volatile i64 %y, ptr addrspace(1) %p
  %z = call spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 16)
  store volatile i64 %z, ptr addrspace(1) %p
  ret void
}

declare spir_func i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
