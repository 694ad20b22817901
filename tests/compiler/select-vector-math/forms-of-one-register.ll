; Any number of lanes becomes calls of the forms that fill a register of AVX2.
; RUN: heddle-opt --passes=select-vector-math %s | FileCheck %s

declare float @_Z3sinf(float)
declare <3 x float> @_Z3sinDv3_f(<3 x float>)
declare <16 x float> @_Z3sinDv16_f(<16 x float>)
declare <8 x double> @_Z3powDv8_dS_(<8 x double>, <8 x double>)
declare <8 x float> @_Z4pownDv8_fDv8_i(<8 x float>, <8 x i32>)

; Every lane has the argument: none of them can send the call another way.
; CHECK-LABEL: @one_lane
; CHECK: [[V:%.*]] = shufflevector <8 x float> {{.*}}, <8 x float> poison, <8 x i32> zeroinitializer
; CHECK: [[R:%.*]] = call <8 x float> @heddle_sin_f8(<8 x float> [[V]])
; CHECK: extractelement <8 x float> [[R]], i64 0
define float @one_lane(float %x) {
  %r = call float @_Z3sinf(float %x)
  ret float %r
}

; CHECK-LABEL: @three_lanes
; CHECK: shufflevector <3 x float> %x, {{.*}} <i32 0, i32 1, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0>
; CHECK: call <8 x float> @heddle_sin_f8
; CHECK: shufflevector <8 x float> {{.*}}, <8 x float> poison, <3 x i32> <i32 0, i32 1, i32 2>
define <3 x float> @three_lanes(<3 x float> %x) {
  %r = call <3 x float> @_Z3sinDv3_f(<3 x float> %x)
  ret <3 x float> %r
}

; CHECK-LABEL: @two_registers
; CHECK-COUNT-2: call <8 x float> @heddle_sin_f8
; CHECK-NOT: call
; CHECK: ret
define <16 x float> @two_registers(<16 x float> %x) {
  %r = call <16 x float> @_Z3sinDv16_f(<16 x float> %x)
  ret <16 x float> %r
}

; CHECK-LABEL: @doubles
; CHECK-COUNT-2: call <4 x double> @heddle_pow_d4(<4 x double> {{.*}}, <4 x double> {{.*}})
; CHECK-NOT: call
; CHECK: ret
define <8 x double> @doubles(<8 x double> %x, <8 x double> %y) {
  %r = call <8 x double> @_Z3powDv8_dS_(<8 x double> %x, <8 x double> %y)
  ret <8 x double> %r
}

; CHECK-LABEL: @whole_exponents
; CHECK: bitcast <8 x i32> %n to <4 x i64>
; CHECK: call <8 x float> @heddle_pown_f8(<8 x float> %x, <4 x i64>
define <8 x float> @whole_exponents(<8 x float> %x, <8 x i32> %n) {
  %r = call <8 x float> @_Z4pownDv8_fDv8_i(<8 x float> %x, <8 x i32> %n)
  ret <8 x float> %r
}

; CHECK-NOT: declare{{.*}}@_Z
