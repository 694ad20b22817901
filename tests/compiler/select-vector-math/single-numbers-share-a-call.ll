; Components of a vector that all lanes share are lanes of one call.
; RUN: heddle-opt --passes=select-vector-math %s | FileCheck %s

declare float @_Z3expf(float)
declare float @_Z3powff(float, float)

; CHECK-LABEL: @components
; CHECK: [[R:%.*]] = call <8 x float> @heddle_exp_f8(
; CHECK-NOT: call
; CHECK: ret
define <2 x float> @components(<2 x float> %v) {
  %x0 = extractelement <2 x float> %v, i64 0
  %e0 = call float @_Z3expf(float %x0)
  %r0 = insertelement <2 x float> poison, float %e0, i64 0
  %x1 = extractelement <2 x float> %v, i64 1
  %e1 = call float @_Z3expf(float %x1)
  %r1 = insertelement <2 x float> %r0, float %e1, i64 1
  ret <2 x float> %r1
}

; What comes of the first call cannot be an argument of it.
; CHECK-LABEL: @one_after_another
; CHECK-COUNT-2: call <8 x float> @heddle_exp_f8(
; CHECK-NOT: call
; CHECK: ret
define float @one_after_another(float %x, float %y) {
  %a = call float @_Z3expf(float %x)
  %b = call float @_Z3expf(float %a)
  %c = call float @_Z3expf(float %y)
  %d = fadd float %b, %c
  ret float %d
}

; Nine do not fit into a register of eight, and each block has calls of its own.
; CHECK-LABEL: @more_than_fit
; CHECK-COUNT-2: call <8 x float> @heddle_pow_f8(
; CHECK-NOT: call
; CHECK: next:
; CHECK: call <8 x float> @heddle_pow_f8(
; CHECK-NOT: call
; CHECK: ret
define void @more_than_fit(<16 x float> %v, float %y, ptr %p) {
  %x0 = extractelement <16 x float> %v, i64 0
  %e0 = call float @_Z3powff(float %x0, float %y)
  store volatile float %e0, ptr %p
  %x1 = extractelement <16 x float> %v, i64 1
  %e1 = call float @_Z3powff(float %x1, float %y)
  store volatile float %e1, ptr %p
  %x2 = extractelement <16 x float> %v, i64 2
  %e2 = call float @_Z3powff(float %x2, float %y)
  store volatile float %e2, ptr %p
  %x3 = extractelement <16 x float> %v, i64 3
  %e3 = call float @_Z3powff(float %x3, float %y)
  store volatile float %e3, ptr %p
  %x4 = extractelement <16 x float> %v, i64 4
  %e4 = call float @_Z3powff(float %x4, float %y)
  store volatile float %e4, ptr %p
  %x5 = extractelement <16 x float> %v, i64 5
  %e5 = call float @_Z3powff(float %x5, float %y)
  store volatile float %e5, ptr %p
  %x6 = extractelement <16 x float> %v, i64 6
  %e6 = call float @_Z3powff(float %x6, float %y)
  store volatile float %e6, ptr %p
  %x7 = extractelement <16 x float> %v, i64 7
  %e7 = call float @_Z3powff(float %x7, float %y)
  store volatile float %e7, ptr %p
  %x8 = extractelement <16 x float> %v, i64 8
  %e8 = call float @_Z3powff(float %x8, float %y)
  store volatile float %e8, ptr %p
  br label %next
next:
  %n = call float @_Z3powff(float %y, float %y)
  store volatile float %n, ptr %p
  ret void
}
