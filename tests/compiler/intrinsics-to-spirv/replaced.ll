; Intrinsics that the SPIR-V writer does not know become others, functions of OpenCL C, or nothing.
; RUN: heddle-opt --passes=intrinsics-to-spirv %s | FileCheck %s

; CHECK-NOT: llvm.prefetch
; CHECK-NOT: with.overflow
; CHECK-NOT: llvm.sincos

; CHECK-LABEL: define void @hints(
; CHECK-NEXT: [[E:%.*]] = call i1 @llvm.expect.i1(i1 %c, i1 true)
; CHECK-NEXT: store i1 [[E]], ptr %p
; CHECK-NEXT: ret void
define void @hints(ptr %p, i1 %c) {
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %x = call i1 @llvm.expect.with.probability.i1(i1 %c, i1 true, double 9.0e-01)
  store i1 %x, ptr %p
  ret void
}

; CHECK-LABEL: define i1 @signed_product(
; CHECK-NEXT: [[A:%.*]] = sext i32 %a to i64
; CHECK-NEXT: [[B:%.*]] = sext i32 %b to i64
; CHECK-NEXT: [[WIDE:%.*]] = mul i64 [[A]], [[B]]
; CHECK-NEXT: [[LOW:%.*]] = trunc i64 [[WIDE]] to i32
; CHECK-NEXT: [[AGAIN:%.*]] = sext i32 [[LOW]] to i64
; CHECK-NEXT: [[OVERFLOW:%.*]] = icmp ne i64 [[AGAIN]], [[WIDE]]
; CHECK-NEXT: store i32 [[LOW]], ptr %p
; CHECK-NEXT: ret i1 [[OVERFLOW]]
define i1 @signed_product(ptr %p, i32 %a, i32 %b) {
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %low = extractvalue { i32, i1 } %r, 0
  %overflow = extractvalue { i32, i1 } %r, 1
  store i32 %low, ptr %p
  ret i1 %overflow
}

; CHECK-LABEL: define { i64, i1 } @whole_pair(
; CHECK: mul i128
; CHECK: insertvalue { i64, i1 }
define { i64, i1 } @whole_pair(i64 %a, i64 %b) {
  %r = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  ret { i64, i1 } %r
}

; CHECK-LABEL: define <4 x float> @floats(
; CHECK: call spir_func <4 x float> @_Z5exp10Dv4_f(<4 x float> %x)
; CHECK: call spir_func <4 x float> @_Z5ldexpDv4_fDv4_i(
; CHECK: [[SINE:%.*]] = call <4 x float> @llvm.sin.v4f32
; CHECK: [[COSINE:%.*]] = call <4 x float> @llvm.cos.v4f32
; CHECK: fadd <4 x float> [[SINE]], [[COSINE]]
define <4 x float> @floats(<4 x float> %x, <4 x i32> %n) {
  %e = call <4 x float> @llvm.exp10.v4f32(<4 x float> %x)
  %l = call <4 x float> @llvm.ldexp.v4f32.v4i32(<4 x float> %e, <4 x i32> %n)
  %p = call { <4 x float>, <4 x float> } @llvm.sincos.v4f32(<4 x float> %l)
  %s = extractvalue { <4 x float>, <4 x float> } %p, 0
  %c = extractvalue { <4 x float>, <4 x float> } %p, 1
  %r = fadd <4 x float> %s, %c
  ret <4 x float> %r
}

; CHECK-LABEL: define i64 @rounded(
; CHECK: [[NEAREST:%.*]] = call double @llvm.rint.f64(double %x)
; CHECK: fptosi double [[NEAREST]] to i64
; CHECK: call spir_func i64 @_Z17clock_read_devicev()
define i64 @rounded(double %x) {
  %n = call i64 @llvm.llrint.i64.f64(double %x)
  %t = call i64 @llvm.readcyclecounter()
  %r = add i64 %n, %t
  ret i64 %r
}
