; Functions without a row stay calls of libclc; so does a call whose types are not the function's.
; RUN: heddle-opt --passes=select-vector-math %s | FileCheck %s

declare <8 x float> @_Z5tanpiDv8_f(<8 x float>)
declare <8 x float> @_Z3sinDv8_fS_(<8 x float>, <8 x float>)
declare half @_Z3sinDh(half)

; CHECK-LABEL: @f
; CHECK: call <8 x float> @_Z5tanpiDv8_f(
; CHECK: call <8 x float> @_Z3sinDv8_fS_(
; CHECK: call half @_Z3sinDh(
define half @f(<8 x float> %x, half %h, ptr %p) {
  %a = call <8 x float> @_Z5tanpiDv8_f(<8 x float> %x)
  %b = call <8 x float> @_Z3sinDv8_fS_(<8 x float> %a, <8 x float> %x)
  store <8 x float> %b, ptr %p
  %c = call half @_Z3sinDh(half %h)
  ret half %c
}
