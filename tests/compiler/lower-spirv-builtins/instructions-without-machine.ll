; The C library is not linked into kernels: what would become a call of it is expanded before.
; RUN: heddle-opt -passes=lower-spirv-builtins %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK-NOT: fptrunc double {{.*}} to half
; CHECK-NOT: frem
; CHECK: fptrunc double %d to float
; CHECK: call float @_Z4fmodff(float %x, float %y)
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, double %d, float %x, float %y) {
  %half = fptrunc double %d to half
  store half %half, ptr addrspace(1) %p
  %rest = frem float %x, %y
  store float %rest, ptr addrspace(1) %p
  ret void
}
