; RUN: heddle-opt --passes=promote-half-extremes %s | FileCheck %s

; CHECK-LABEL: define <4 x half> @halves(
; CHECK:         [[A:%.*]] = fpext nnan <4 x half> %a to <4 x float>
; CHECK:         [[B:%.*]] = fpext nnan <4 x half> %b to <4 x float>
; CHECK:         [[M:%.*]] = call nnan <4 x float> @llvm.maxnum.v4f32(<4 x float> [[A]], <4 x float> [[B]])
; CHECK:         %m = fptrunc nnan <4 x float> [[M]] to <4 x half>
define <4 x half> @halves(<4 x half> %a, <4 x half> %b) {
  %m = call nnan <4 x half> @llvm.maxnum.v4f16(<4 x half> %a, <4 x half> %b)
  ret <4 x half> %m
}

; CHECK-LABEL: define bfloat @bfloats(
; CHECK:         call float @llvm.minimumnum.f32(
define bfloat @bfloats(bfloat %a, bfloat %b) {
  %m = call bfloat @llvm.minimumnum.bf16(bfloat %a, bfloat %b)
  ret bfloat %m
}

; CHECK-LABEL: define <8 x float> @floats(
; CHECK-NEXT:    call <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> %b)
define <8 x float> @floats(<8 x float> %a, <8 x float> %b) {
  %m = call <8 x float> @llvm.maxnum.v8f32(<8 x float> %a, <8 x float> %b)
  ret <8 x float> %m
}
