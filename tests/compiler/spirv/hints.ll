; What LLVM's writer adds to modules by itself, where it may use every extension: nothing has to heed it.
; RUN: llc -mtriple=spirv64-unknown-unknown --spirv-ext=all -filetype=obj %s -o %t.spv
; RUN: llc -mtriple=spirv64-unknown-unknown --spirv-ext=all %s -o - | FileCheck --check-prefix=SPIRV %s
; RUN: heddlec %t.spv --target=x86-64-v3 --print-after=lower-spirv-builtins -o /dev/null 2>&1 | FileCheck %s

; SPIRV-DAG: OpCapability FloatControls2
; SPIRV-DAG: OpCapability OptNone
; SPIRV-DAG: OpCapability FPMaxErrorINTEL
; SPIRV-DAG: OpCapability ArithmeticFenceEXT
; SPIRV-DAG: OpCapability AtomicFloat16AddEXT

; SPIRV-DAG: OpExtension "SPV_ALTERA_arbitrary_precision_integers"

declare float @llvm.arithmetic.fence.f32(float)

; CHECK-LABEL: define {{.*}}void @plain(
; CHECK-NOT: optnone
define spir_kernel void @plain(ptr addrspace(1) %in, ptr addrspace(1) %out) noinline optnone {
  %x = load float, ptr addrspace(1) %in
  ; CHECK: fmul reassoc nnan ninf nsz arcp contract
  %product = fmul fast float %x, %x
  ; CHECK: call {{.*}}float @llvm.arithmetic.fence.f32(
  %fenced = call float @llvm.arithmetic.fence.f32(float %product)
  ; CHECK: fdiv
  %third = fdiv float %fenced, 3.0, !fpmath !0
  store float %third, ptr addrspace(1) %out
  ; CHECK: atomicrmw fadd ptr addrspace(1) {{.*}}, half
  %before = atomicrmw fadd ptr addrspace(1) %in, half 1.0 seq_cst
  ; CHECK: mul i128
  %half = load i64, ptr addrspace(1) %in
  %whole = zext i64 %half to i128
  %square = mul i128 %whole, %whole
  %shifted = lshr i128 %square, 64
  %high = trunc i128 %shifted to i64
  store i64 %high, ptr addrspace(1) %out
  ; CHECK: cmpxchg ptr addrspace(1) {{.*}}, i16
  %pair = cmpxchg ptr addrspace(1) %in, i16 1, i16 2 seq_cst seq_cst
  ret void
}
!0 = !{float 2.5}
