; Fused products of halves in floats: rounded to odd by the rounding modes of AVX-512 for vectors,
; by what the sum lost otherwise; fmuladd and fast ones are rounded twice.
; RUN: heddle-opt --passes=lower-half-fma %s | FileCheck %s

; CHECK-LABEL: @wide(
; CHECK: %[[P:.*]] = fmul <16 x float>
; CHECK: call <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float> %[[P]], <16 x float> %[[Z:.*]], i32 9)
; CHECK: call <16 x float> @llvm.x86.avx512.add.ps.512(<16 x float> %[[P]], <16 x float> %[[Z]], i32 10)
; CHECK: select <16 x i1>
; CHECK: fptrunc <16 x float> {{.*}} to <16 x half>
define <16 x half> @wide(<16 x half> %x, <16 x half> %y, <16 x half> %z) {
  %r = call <16 x half> @llvm.fma.v16f16(<16 x half> %x, <16 x half> %y, <16 x half> %z)
  ret <16 x half> %r
}

; CHECK-LABEL: @eight(
; CHECK: shufflevector <8 x float> {{.*}}, <16 x i32>
; CHECK: call <16 x float> @llvm.x86.avx512.add.ps.512
; CHECK: fptrunc <8 x float> {{.*}} to <8 x half>
define <8 x half> @eight(<8 x half> %x, <8 x half> %y, <8 x half> %z) {
  %r = call <8 x half> @llvm.fma.v8f16(<8 x half> %x, <8 x half> %y, <8 x half> %z)
  ret <8 x half> %r
}

; CHECK-LABEL: @narrow(
; CHECK: %[[P:.*]] = fmul float
; CHECK: %[[S:.*]] = fadd float %[[P]]
; CHECK: fsub float %[[S]], %[[P]]
; CHECK: fcmp one float
; CHECK: fptrunc float {{.*}} to half
define half @narrow(half %x, half %y, half %z) {
  %r = call half @llvm.fma.f16(half %x, half %y, half %z)
  ret half %r
}

; CHECK-LABEL: @twice(
; CHECK-COUNT-2: call <8 x float> @llvm.fma.v8f32
; CHECK: ret
define <8 x half> @twice(<8 x half> %x, <8 x half> %y, <8 x half> %z) {
  %r = call <8 x half> @llvm.fmuladd.v8f16(<8 x half> %x, <8 x half> %y, <8 x half> %z)
  %s = call fast <8 x half> @llvm.fma.v8f16(<8 x half> %x, <8 x half> %y, <8 x half> %r)
  ret <8 x half> %s
}
