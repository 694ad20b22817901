; Eight sums leave no tile register for their factors: the loop runs twice, for the sums of two columns
; each. A loop that writes memory must run once.
; RUN: heddle-opt --passes=split-matrix-loops %s | FileCheck %s

; CHECK-LABEL:   @reads(
; CHECK:         loop.part:
; CHECK-COUNT-4: heddle.simd_matrix_mad
; CHECK:         br i1 {{.*}}, label %loop.part, label %loop
; CHECK:         loop:
; CHECK-COUNT-4: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         ret void
; What is used far behind the loop comes from the copy that has it, too.
; CHECK-LABEL:   @merged_later(
; CHECK:         loop.part:
; CHECK:         [[SUM:%.*]] = call <128 x float> @heddle.simd_matrix_mad
; CHECK:         loop:
; CHECK:         phi <128 x float> [ zeroinitializer, %entry ], [ [[SUM]], %done ]
; CHECK-LABEL:   @writes(
; CHECK-COUNT-8: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         ret void

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32) memory(none)

define void @reads(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %r2 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %r3 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b3, <128 x float> %c3, i32 8, i32 16, i32 16, i32 12288)
  %r4 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c4, i32 8, i32 16, i32 16, i32 12288)
  %r5 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c5, i32 8, i32 16, i32 16, i32 12288)
  %r6 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %c6, i32 8, i32 16, i32 16, i32 12288)
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %c7, i32 8, i32 16, i32 16, i32 12288)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r0, ptr %d
  store <128 x float> %r1, ptr %d
  store <128 x float> %r2, ptr %d
  store <128 x float> %r3, ptr %d
  store <128 x float> %r4, ptr %d
  store <128 x float> %r5, ptr %d
  store <128 x float> %r6, ptr %d
  store <128 x float> %r7, ptr %d
  ret void
}

define void @merged_later(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %r2 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %r3 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b3, <128 x float> %c3, i32 8, i32 16, i32 16, i32 12288)
  %r4 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c4, i32 8, i32 16, i32 16, i32 12288)
  %r5 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c5, i32 8, i32 16, i32 16, i32 12288)
  %r6 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %c6, i32 8, i32 16, i32 16, i32 12288)
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %c7, i32 8, i32 16, i32 16, i32 12288)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r1, ptr %d
  store <128 x float> %r2, ptr %d
  store <128 x float> %r3, ptr %d
  store <128 x float> %r4, ptr %d
  store <128 x float> %r5, ptr %d
  store <128 x float> %r6, ptr %d
  store <128 x float> %r7, ptr %d
  br label %end
end:
  %last = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %done ]
  store <128 x float> %last, ptr %d
  ret void
}

define void @writes(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  store i32 %i, ptr %d
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %r2 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %r3 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b3, <128 x float> %c3, i32 8, i32 16, i32 16, i32 12288)
  %r4 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c4, i32 8, i32 16, i32 16, i32 12288)
  %r5 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c5, i32 8, i32 16, i32 16, i32 12288)
  %r6 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %c6, i32 8, i32 16, i32 16, i32 12288)
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %c7, i32 8, i32 16, i32 16, i32 12288)
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r0, ptr %d
  store <128 x float> %r1, ptr %d
  store <128 x float> %r2, ptr %d
  store <128 x float> %r3, ptr %d
  store <128 x float> %r4, ptr %d
  store <128 x float> %r5, ptr %d
  store <128 x float> %r6, ptr %d
  store <128 x float> %r7, ptr %d
  ret void
}
