; RUN: heddle-opt --passes=lower-saturating-conversions %s | FileCheck %s

; A byte's range is one of floats: maximum and minimum, which take a NaN for 0.
; CHECK-LABEL: define <4 x i8> @bytes(
; CHECK:         [[LOW:%.*]] = fcmp ogt <4 x float> %x, zeroinitializer
; CHECK:         [[MAX:%.*]] = select <4 x i1> [[LOW]], <4 x float> %x, <4 x float> zeroinitializer
; CHECK:         [[HIGH:%.*]] = fcmp olt <4 x float> [[MAX]], splat (float 2.550000e+02)
; CHECK:         [[MIN:%.*]] = select <4 x i1> [[HIGH]], <4 x float> [[MAX]], <4 x float> splat (float 2.550000e+02)
; CHECK:         [[WORDS:%.*]] = fptosi <4 x float> [[MIN]] to <4 x i32>
; CHECK:         trunc <4 x i32> [[WORDS]] to <4 x i8>
define <4 x i8> @bytes(<4 x float> %x) {
  %r = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f32(<4 x float> %x)
  ret <4 x i8> %r
}

; CHECK-LABEL: define <4 x i16> @signed(
; CHECK:         [[NAN:%.*]] = fcmp ord <4 x float> %x, %x
; CHECK:         select <4 x i1> [[NAN]], <4 x float> %x, <4 x float> zeroinitializer
; CHECK:         fptosi <4 x float> {{.*}} to <4 x i32>
; CHECK-NOT:     fptosi
define <4 x i16> @signed(<4 x float> %x) {
  %r = call <4 x i16> @llvm.fptosi.sat.v4i16.v4f32(<4 x float> %x)
  ret <4 x i16> %r
}

; Floats lack the greatest of 32 bits: what is out of range is put in its place behind the conversion.
; CHECK-LABEL: define <4 x i32> @words(
; CHECK:         [[R:%.*]] = fptosi <4 x float> %x to <4 x i32>
; CHECK:         [[BELOW:%.*]] = fcmp olt <4 x float> %x, splat (float 0x41E0000000000000)
; CHECK:         [[S:%.*]] = select <4 x i1> [[BELOW]], <4 x i32> [[R]], <4 x i32> splat (i32 2147483647)
; CHECK:         [[ABOVE:%.*]] = fcmp oge <4 x float> %x, splat (float 0xC1E0000000000000)
; CHECK:         [[T:%.*]] = select <4 x i1> [[ABOVE]], <4 x i32> [[S]], <4 x i32> splat (i32 -2147483648)
; CHECK:         fcmp ord <4 x float> %x, %x
define <4 x i32> @words(<4 x float> %x) {
  %r = call <4 x i32> @llvm.fptosi.sat.v4i32.v4f32(<4 x float> %x)
  ret <4 x i32> %r
}

; Doubles have them all.
; CHECK-LABEL: define <4 x i32> @unsigned_of_doubles(
; CHECK:         fptoui <4 x double> {{.*}} to <4 x i32>
; CHECK-NEXT:    ret
define <4 x i32> @unsigned_of_doubles(<4 x double> %x) {
  %r = call <4 x i32> @llvm.fptoui.sat.v4i32.v4f64(<4 x double> %x)
  ret <4 x i32> %r
}

; CHECK-LABEL: define <4 x i8> @halves(
; CHECK:         fpext <4 x half> %x to <4 x float>
define <4 x i8> @halves(<4 x half> %x) {
  %r = call <4 x i8> @llvm.fptoui.sat.v4i8.v4f16(<4 x half> %x)
  ret <4 x i8> %r
}

; CHECK-LABEL: define i8 @scalar(
; CHECK-NEXT:    call i8 @llvm.fptoui.sat.i8.f32(
define i8 @scalar(float %x) {
  %r = call i8 @llvm.fptoui.sat.i8.f32(float %x)
  ret i8 %r
}
