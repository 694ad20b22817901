; Accesses under masks need no branch around them, whichever way it asks for lanes; what a phi takes
; from another way is chosen. A branch around a call, or around many accesses, stays, and so does
; everything in functions without products.
; RUN: heddle-opt --passes=flatten-guarded-rows %s | FileCheck %s

declare <16 x i16> @llvm.masked.load.v16i16.p0(ptr, <16 x i1>, <16 x i16>)
declare void @llvm.masked.store.v16i16.p0(<16 x i16>, ptr, <16 x i1>)
declare i1 @llvm.vector.reduce.or.v16i1(<16 x i1>)
declare void @acts()
declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)

; CHECK-LABEL: @any(
; CHECK-NOT:   br i1
; CHECK:       [[LOADED:%.*]] = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %p, <16 x i1> %mask, <16 x i16> poison)
; CHECK-NEXT:  [[ROW:%.*]] = select <16 x i1> %mask, <16 x i16> [[LOADED]], <16 x i16> zeroinitializer
; CHECK-NOT:   select
; CHECK:       call void @llvm.masked.store.v16i16.p0(<16 x i16> [[ROW]], ptr %q, <16 x i1> %mask)
; CHECK-NEXT:  ret <128 x float>
define <128 x float> @any(<128 x i16> %a, <128 x i32> %b, ptr %p, ptr %q, <16 x i1> %mask) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  %any = call i1 @llvm.vector.reduce.or.v16i1(<16 x i1> %mask)
  br i1 %any, label %read, label %join
read:
  %loaded = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %p, <16 x i1> %mask, <16 x i16> poison)
  %chosen = select <16 x i1> %mask, <16 x i16> %loaded, <16 x i16> zeroinitializer
  br label %join
join:
  %row = phi <16 x i16> [ zeroinitializer, %0 ], [ %chosen, %read ]
  %bits = bitcast <16 x i1> %mask to i16
  %none = icmp eq i16 %bits, 0
  br i1 %none, label %end, label %write
write:
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %row, ptr %q, <16 x i1> %mask)
  br label %end
end:
  ret <128 x float> %r
}

; CHECK-LABEL: @uniform(
; CHECK-NOT:   br i1
; CHECK:       [[ALL:%.*]] = shufflevector <16 x i1> %{{.*}}, <16 x i1> poison, <16 x i32> zeroinitializer
; CHECK:       [[BOTH:%.*]] = select <16 x i1> [[ALL]], <16 x i1> %mask, <16 x i1> zeroinitializer
; CHECK:       [[LOADED:%.*]] = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %p, <16 x i1> [[BOTH]], <16 x i16> zeroinitializer)
; CHECK-NEXT:  select i1 %inside, <16 x i16> [[LOADED]], <16 x i16> %other
define <16 x i16> @uniform(<128 x i16> %a, <128 x i32> %b, ptr %p, i1 %inside, <16 x i1> %mask, <16 x i16> %other) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  br i1 %inside, label %read, label %join
read:
  %loaded = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %p, <16 x i1> %mask, <16 x i16> zeroinitializer)
  br label %join
join:
  %row = phi <16 x i16> [ %other, %0 ], [ %loaded, %read ]
  ret <16 x i16> %row
}

; A divisor is one where the condition does not hold.
; CHECK-LABEL: @divides(
; CHECK-NOT:   br i1
; CHECK:       [[DIVISOR:%.*]] = select i1 %inside, i64 %n, i64 1
; CHECK-NEXT:  sdiv i64 %i, [[DIVISOR]]
; CHECK:       call <16 x i16> @llvm.masked.load
define <16 x i16> @divides(<128 x i16> %a, <128 x i32> %b, ptr %p, i1 %inside, <16 x i1> %mask, i64 %i, i64 %n) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  br i1 %inside, label %read, label %join
read:
  %index = sdiv i64 %i, %n
  %place = getelementptr i16, ptr %p, i64 %index
  %loaded = call <16 x i16> @llvm.masked.load.v16i16.p0(ptr %place, <16 x i1> %mask, <16 x i16> zeroinitializer)
  br label %join
join:
  %row = phi <16 x i16> [ zeroinitializer, %0 ], [ %loaded, %read ]
  ret <16 x i16> %row
}

; CHECK-LABEL: @acts_too(
; CHECK:       br i1 %inside
define void @acts_too(<128 x i16> %a, <128 x i32> %b, ptr %p, i1 %inside, <16 x i1> %mask, <16 x i16> %row) {
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a, <128 x i32> %b, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  br i1 %inside, label %write, label %end
write:
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %row, ptr %p, <16 x i1> %mask)
  call void @acts()
  br label %end
end:
  ret void
}

; CHECK-LABEL: @no_product(
; CHECK:       br i1 %inside
define void @no_product(ptr %p, i1 %inside, <16 x i1> %mask, <16 x i16> %row) {
  br i1 %inside, label %write, label %end
write:
  call void @llvm.masked.store.v16i16.p0(<16 x i16> %row, ptr %p, <16 x i1> %mask)
  br label %end
end:
  ret void
}
