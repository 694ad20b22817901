; Eight sums leave no tile register for their factors: the loop runs twice, for the sums of two columns
; each. A loop that writes memory must run once.
; RUN: heddle-opt --passes=loop-simplify,lcssa,split-matrix-loops %s | FileCheck %s

; CHECK-LABEL:   @reads(
; CHECK:         loop.part:
; CHECK-COUNT-4: heddle.simd_matrix_mad
; CHECK:         br i1 {{.*}}, label %loop.part, label %entry.split
; CHECK:         loop:
; CHECK-COUNT-4: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         ret void
; What is used far behind the loop comes from the copy that has it, too.
; CHECK-LABEL:   @merged_later(
; CHECK:         loop.part:
; CHECK:         [[SUM:%.*]] = call <128 x float> @heddle.simd_matrix_mad
; CHECK:         loop:
; CHECK:         [[BEHIND:%.*]] = phi <128 x float> [ [[SUM]], %loop ]
; CHECK:         phi <128 x float> [ zeroinitializer, %entry ], [ [[BEHIND]], %done ]
; CHECK-LABEL:   @writes(
; CHECK-COUNT-8: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         ret void
; So must one in which sums meet, in this round or the next, or are more than sums.
; Sums that change places, or of which rows do, stay in one part.
; CHECK-LABEL:   @sums_change_places(
; CHECK:         loop.part:
; CHECK:         %r0.part = call
; CHECK:         %r7.part = call
; CHECK:         loop:
; CHECK-COUNT-3: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK-LABEL:   @rows_go_on_elsewhere(
; CHECK:         loop.part:
; CHECK-LABEL:   @doubled(
; CHECK-NOT:     loop.part
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

define void @sums_change_places(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
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

define void @rows_go_on_elsewhere(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
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
  %mixed = shufflevector <128 x float> %r0, <128 x float> %c7, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 192, i32 193, i32 194, i32 195, i32 196, i32 197, i32 198, i32 199, i32 200, i32 201, i32 202, i32 203, i32 204, i32 205, i32 206, i32 207, i32 208, i32 209, i32 210, i32 211, i32 212, i32 213, i32 214, i32 215, i32 216, i32 217, i32 218, i32 219, i32 220, i32 221, i32 222, i32 223, i32 224, i32 225, i32 226, i32 227, i32 228, i32 229, i32 230, i32 231, i32 232, i32 233, i32 234, i32 235, i32 236, i32 237, i32 238, i32 239, i32 240, i32 241, i32 242, i32 243, i32 244, i32 245, i32 246, i32 247, i32 248, i32 249, i32 250, i32 251, i32 252, i32 253, i32 254, i32 255>
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %mixed, i32 8, i32 16, i32 16, i32 12288)
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

define void @doubled(<128 x i16> %a0, <128 x i16> %a1, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %twice, %loop ]
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
  %twice = fadd <128 x float> %r3, %r3
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r0, ptr %d
  store <128 x float> %r1, ptr %d
  store <128 x float> %r2, ptr %d
  store <128 x float> %twice, ptr %d
  store <128 x float> %r4, ptr %d
  store <128 x float> %r5, ptr %d
  store <128 x float> %r6, ptr %d
  store <128 x float> %r7, ptr %d
  ret void
}
