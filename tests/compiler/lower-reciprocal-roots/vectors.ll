; RUN: heddle-opt --passes=lower-reciprocal-roots %s | FileCheck %s

; An estimate and a step; it stays what it is where the step has zero times infinity.
; CHECK-LABEL: define <16 x float> @floats(
; CHECK-NOT:     fdiv
; CHECK:         [[E:%.*]] = call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, {{.*}}, i16 -1)
; CHECK:         [[P:%.*]] = fmul <16 x float> %x, [[E]]
; CHECK:         [[N:%.*]] = fneg <16 x float> [[P]]
; CHECK:         [[R:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[N]], <16 x float> [[E]], <16 x float> splat (float 1.000000e+00))
; CHECK:         [[H:%.*]] = fmul <16 x float> [[E]], splat (float 5.000000e-01)
; CHECK:         [[S:%.*]] = call <16 x float> @llvm.fma.v16f32(<16 x float> [[H]], <16 x float> [[R]], <16 x float> [[E]])
; CHECK:         [[O:%.*]] = fcmp ord <16 x float> [[R]], [[R]]
; CHECK:         [[Q:%.*]] = select <16 x i1> [[O]], <16 x float> [[S]], <16 x float> [[E]]
; CHECK:         ret <16 x float> [[Q]]
define <16 x float> @floats(<16 x float> %x) {
  %s = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv afn <16 x float> splat (float 1.0), %s
  ret <16 x float> %q
}

; Two steps.
; CHECK-LABEL: define <8 x double> @doubles(
; CHECK-COUNT-1: @llvm.x86.avx512.rsqrt14.pd.512(
; CHECK-COUNT-4: @llvm.fma.v8f64(
; CHECK-NOT:     @llvm.fma
; CHECK:         ret <8 x double>
define <8 x double> @doubles(<8 x double> %x) {
  %s = call <8 x double> @llvm.sqrt.v8f64(<8 x double> %x)
  %q = fdiv afn <8 x double> splat (double 1.0), %s
  ret <8 x double> %q
}

; CHECK-LABEL: define <32 x float> @two_registers(
; CHECK-COUNT-2: @llvm.x86.avx512.rsqrt14.ps.512(
; CHECK-COUNT-2: @llvm.fma.v32f32(
; CHECK:         ret <32 x float>
define <32 x float> @two_registers(<32 x float> %x) {
  %s = call <32 x float> @llvm.sqrt.v32f32(<32 x float> %x)
  %q = fdiv afn <32 x float> splat (float 1.0), %s
  ret <32 x float> %q
}

; CHECK-LABEL: define <3 x double> @a_part(
; CHECK:         @llvm.x86.avx512.rsqrt14.pd.256(<4 x double> {{.*}}, i8 -1)
; CHECK:         ret <3 x double>
define <3 x double> @a_part(<3 x double> %x) {
  %s = call <3 x double> @llvm.sqrt.v3f64(<3 x double> %x)
  %q = fdiv afn <3 x double> splat (double 1.0), %s
  ret <3 x double> %q
}

; CHECK-LABEL: define float @scalar(
; CHECK:         [[V:%.*]] = insertelement <4 x float> poison, float %x, i64 0
; CHECK:         [[E:%.*]] = call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> [[V]], {{.*}}, i8 -1)
; CHECK:         extractelement <4 x float> [[E]], i64 0
; CHECK:         ret float
define float @scalar(float %x) {
  %s = call float @llvm.sqrt.f32(float %x)
  %q = fdiv afn float 1.0, %s
  ret float %q
}

; The root is wanted as well.
; CHECK-LABEL: define <8 x float> @both(
; CHECK:         [[S:%.*]] = call <8 x float> @llvm.sqrt.v8f32(
; CHECK:         @llvm.x86.avx512.rsqrt14.ps.256(<8 x float> %x, {{.*}}, i8 -1)
; CHECK:         fadd <8 x float> {{.*}}, [[S]]
define <8 x float> @both(<8 x float> %x) {
  %s = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %x)
  %q = fdiv afn <8 x float> splat (float 1.0), %s
  %r = fadd <8 x float> %q, %s
  ret <8 x float> %r
}

; Where one may multiply by a reciprocal.
; CHECK-LABEL: define <16 x float> @quotient(
; CHECK:         [[Q:%.*]] = select <16 x i1>
; CHECK:         fmul <16 x float> %y, [[Q]]
define <16 x float> @quotient(<16 x float> %x, <16 x float> %y) {
  %s = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv afn arcp <16 x float> %y, %s
  ret <16 x float> %q
}

; CHECK-LABEL: define <16 x float> @rounded(
; CHECK:         fdiv <16 x float> splat (float 1.000000e+00)
; CHECK:         fdiv afn <16 x float> %x
; CHECK-NOT:     rsqrt14
; CHECK:         ret
define <16 x float> @rounded(<16 x float> %x) {
  %s = call <16 x float> @llvm.sqrt.v16f32(<16 x float> %x)
  %q = fdiv <16 x float> splat (float 1.0), %s
  %p = fdiv afn <16 x float> %x, %s
  %r = fadd <16 x float> %p, %q
  ret <16 x float> %r
}
