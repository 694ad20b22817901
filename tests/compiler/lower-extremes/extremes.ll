; Minima and maxima that may see NaN, by one comparison and the machine's instruction under its mask.
; RUN: heddle-opt --passes=lower-extremes %s | FileCheck %s
; RUN: heddle-opt --passes=lower-extremes %s | llc -mcpu=skylake-avx512 -mattr=-prefer-256-bit | FileCheck %s --check-prefix=ASM

; CHECK-LABEL: @largest
; CHECK-NEXT: %[[FIRST:.*]] = fcmp ogt <16 x float> %a, %b
; CHECK-NEXT: %[[EXTREME:.*]] = select <16 x i1> %[[FIRST]], <16 x float> %a, <16 x float> %b
; CHECK-NEXT: %[[NUMBER:.*]] = fcmp ord <16 x float> %b, %b
; CHECK-NEXT: %result = select <16 x i1> %[[NUMBER]], <16 x float> %[[EXTREME]], <16 x float> %a
; ASM-LABEL:  largest:
; ASM:        vcmpordps %zmm1, %zmm1, %k1
; ASM-NEXT:   vmaxps %zmm1, %zmm0, %zmm0 {%k1}
; ASM-NEXT:   retq
define <16 x float> @largest(<16 x float> %a, <16 x float> %b) {
  %result = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %a, <16 x float> %b)
  ret <16 x float> %result
}

; ASM-LABEL:  smallest:
; ASM:        vcmpordpd %ymm1, %ymm1, %k1
; ASM-NEXT:   vminpd %ymm1, %ymm0, %ymm0 {%k1}
; ASM-NEXT:   retq
define <4 x double> @smallest(<4 x double> %a, <4 x double> %b) {
  %result = call <4 x double> @llvm.minnum.v4f64(<4 x double> %a, <4 x double> %b)
  ret <4 x double> %result
}

; One instruction does for a number that is known, and where there is no NaN.
; CHECK-LABEL: @known
; CHECK-NOT: fcmp
; CHECK: ret
define <8 x float> @known(<8 x float> %a, <8 x float> %b) {
  %least = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> zeroinitializer)
  %result = call nnan <8 x float> @llvm.maxnum.v8f32(<8 x float> %least, <8 x float> %b)
  ret <8 x float> %result
}
