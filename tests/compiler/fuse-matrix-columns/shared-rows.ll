; Two operations of 8 columns with one A become one of 16, whose rows are theirs side by side, and so
; do the phis of their rows, before, in and behind the loop. With another A, or where the rows of B lie
; in memory but not side by side, they stay.
; RUN: heddle-opt --passes=fuse-matrix-columns %s | FileCheck %s

; CHECK-LABEL: @shared(
; CHECK:       shufflevector <8 x i32> {{.*}}, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK:       = call <32 x float> @heddle.simd_matrix_mad{{.*}}(<16 x i32> %a, <128 x i32> {{.*}}, <32 x float> {{.*}}, i32 2, i32 16, i32 16, i32 12288)
; CHECK-NOT:   heddle.simd_matrix_mad
; CHECK:       ret void
; CHECK-LABEL: @apart(
; CHECK-COUNT-2: i32 2, i32 8, i32 16, i32 12288)
; CHECK-LABEL: @loop(
; CHECK:       rounds:
; CHECK:       phi <16 x float> [ zeroinitializer, %entry ], [ [[UPPER:%.*]], %rounds ]
; CHECK:       phi <16 x float> [ zeroinitializer, %entry ], [ [[LOWER:%.*]], %rounds ]
; CHECK-NOT:   phi <8 x float>
; CHECK:       [[SUM:%.*]] = call <32 x float> @heddle.simd_matrix_mad
; CHECK-DAG:   [[UPPER]] = shufflevector <32 x float> [[SUM]], <32 x float> poison, <16 x i32> <i32 0,
; CHECK-DAG:   [[LOWER]] = shufflevector <32 x float> [[SUM]], <32 x float> poison, <16 x i32> <i32 16,
; CHECK:       end:
; CHECK:       phi <16 x float> [ [[UPPER]], %rounds ]
; CHECK-LABEL: @in_place(
; CHECK:       call <32 x float> @heddle.simd_matrix_mad
; CHECK-LABEL: @far_apart(
; CHECK-COUNT-2: i32 2, i32 8, i32 16, i32 12288)

declare <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32>, <64 x i32>, <16 x float>, i32, i32, i32, i32)

define void @shared(<16 x i32> %a, <64 x i32> %b, <64 x i32> %b2, <16 x float> %c, <16 x float> %c2, ptr %d, ptr %e) {
  %r = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %b, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  %s = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %b2, <16 x float> %c2, i32 2, i32 8, i32 16, i32 12288)
  store <16 x float> %r, ptr %d
  store <16 x float> %s, ptr %e
  ret void
}

define void @apart(<16 x i32> %a, <16 x i32> %a2, <64 x i32> %b, <64 x i32> %b2, <16 x float> %c, ptr %d, ptr %e) {
  %r = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %b, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  %s = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a2, <64 x i32> %b2, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  store <16 x float> %r, ptr %d
  store <16 x float> %s, ptr %e
  ret void
}

define void @loop(<16 x i32> %a, <64 x i32> %b, <64 x i32> %b2, i64 %n, ptr %d, ptr %e) {
entry:
  br label %rounds
rounds:
  %i = phi i64 [ 0, %entry ], [ %next, %rounds ]
  %r0 = phi <8 x float> [ zeroinitializer, %entry ], [ %r0.next, %rounds ]
  %r1 = phi <8 x float> [ zeroinitializer, %entry ], [ %r1.next, %rounds ]
  %s0 = phi <8 x float> [ zeroinitializer, %entry ], [ %s0.next, %rounds ]
  %s1 = phi <8 x float> [ zeroinitializer, %entry ], [ %s1.next, %rounds ]
  %r.c = shufflevector <8 x float> %r0, <8 x float> %r1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %r.d = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %b, <16 x float> %r.c, i32 2, i32 8, i32 16, i32 12288)
  %r0.next = shufflevector <16 x float> %r.d, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %r1.next = shufflevector <16 x float> %r.d, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %s.c = shufflevector <8 x float> %s0, <8 x float> %s1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %s.d = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %b2, <16 x float> %s.c, i32 2, i32 8, i32 16, i32 12288)
  %s0.next = shufflevector <16 x float> %s.d, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %s1.next = shufflevector <16 x float> %s.d, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %rounds, label %end
end:
  %r0.end = phi <8 x float> [ %r0.next, %rounds ]
  %s0.end = phi <8 x float> [ %s0.next, %rounds ]
  store <8 x float> %r0.end, ptr %d
  store <8 x float> %s0.end, ptr %e
  ret void
}

define void @in_place(<16 x i32> %a, ptr %p, <16 x float> %c, ptr %d, ptr %e) {
  %x.at0 = getelementptr i8, ptr %p, i64 0
  %x.row0 = load <8 x i32>, ptr %x.at0
  %x.at1 = getelementptr i8, ptr %p, i64 64
  %x.row1 = load <8 x i32>, ptr %x.at1
  %x.at2 = getelementptr i8, ptr %p, i64 128
  %x.row2 = load <8 x i32>, ptr %x.at2
  %x.at3 = getelementptr i8, ptr %p, i64 192
  %x.row3 = load <8 x i32>, ptr %x.at3
  %x.at4 = getelementptr i8, ptr %p, i64 256
  %x.row4 = load <8 x i32>, ptr %x.at4
  %x.at5 = getelementptr i8, ptr %p, i64 320
  %x.row5 = load <8 x i32>, ptr %x.at5
  %x.at6 = getelementptr i8, ptr %p, i64 384
  %x.row6 = load <8 x i32>, ptr %x.at6
  %x.at7 = getelementptr i8, ptr %p, i64 448
  %x.row7 = load <8 x i32>, ptr %x.at7
  %x.j0.0 = shufflevector <8 x i32> %x.row0, <8 x i32> %x.row1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.2 = shufflevector <8 x i32> %x.row2, <8 x i32> %x.row3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.4 = shufflevector <8 x i32> %x.row4, <8 x i32> %x.row5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.6 = shufflevector <8 x i32> %x.row6, <8 x i32> %x.row7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j1.0 = shufflevector <16 x i32> %x.j0.0, <16 x i32> %x.j0.2, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %x.j1.2 = shufflevector <16 x i32> %x.j0.4, <16 x i32> %x.j0.6, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %x.j2.0 = shufflevector <32 x i32> %x.j1.0, <32 x i32> %x.j1.2, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %y.at0 = getelementptr i8, ptr %p, i64 32
  %y.row0 = load <8 x i32>, ptr %y.at0
  %y.at1 = getelementptr i8, ptr %p, i64 96
  %y.row1 = load <8 x i32>, ptr %y.at1
  %y.at2 = getelementptr i8, ptr %p, i64 160
  %y.row2 = load <8 x i32>, ptr %y.at2
  %y.at3 = getelementptr i8, ptr %p, i64 224
  %y.row3 = load <8 x i32>, ptr %y.at3
  %y.at4 = getelementptr i8, ptr %p, i64 288
  %y.row4 = load <8 x i32>, ptr %y.at4
  %y.at5 = getelementptr i8, ptr %p, i64 352
  %y.row5 = load <8 x i32>, ptr %y.at5
  %y.at6 = getelementptr i8, ptr %p, i64 416
  %y.row6 = load <8 x i32>, ptr %y.at6
  %y.at7 = getelementptr i8, ptr %p, i64 480
  %y.row7 = load <8 x i32>, ptr %y.at7
  %y.j0.0 = shufflevector <8 x i32> %y.row0, <8 x i32> %y.row1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.2 = shufflevector <8 x i32> %y.row2, <8 x i32> %y.row3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.4 = shufflevector <8 x i32> %y.row4, <8 x i32> %y.row5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.6 = shufflevector <8 x i32> %y.row6, <8 x i32> %y.row7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j1.0 = shufflevector <16 x i32> %y.j0.0, <16 x i32> %y.j0.2, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %y.j1.2 = shufflevector <16 x i32> %y.j0.4, <16 x i32> %y.j0.6, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %y.j2.0 = shufflevector <32 x i32> %y.j1.0, <32 x i32> %y.j1.2, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %r = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %x.j2.0, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  %s = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %y.j2.0, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  store <16 x float> %r, ptr %d
  store <16 x float> %s, ptr %e
  ret void
}

define void @far_apart(<16 x i32> %a, ptr %p, <16 x float> %c, ptr %d, ptr %e) {
  %x.at0 = getelementptr i8, ptr %p, i64 0
  %x.row0 = load <8 x i32>, ptr %x.at0
  %x.at1 = getelementptr i8, ptr %p, i64 64
  %x.row1 = load <8 x i32>, ptr %x.at1
  %x.at2 = getelementptr i8, ptr %p, i64 128
  %x.row2 = load <8 x i32>, ptr %x.at2
  %x.at3 = getelementptr i8, ptr %p, i64 192
  %x.row3 = load <8 x i32>, ptr %x.at3
  %x.at4 = getelementptr i8, ptr %p, i64 256
  %x.row4 = load <8 x i32>, ptr %x.at4
  %x.at5 = getelementptr i8, ptr %p, i64 320
  %x.row5 = load <8 x i32>, ptr %x.at5
  %x.at6 = getelementptr i8, ptr %p, i64 384
  %x.row6 = load <8 x i32>, ptr %x.at6
  %x.at7 = getelementptr i8, ptr %p, i64 448
  %x.row7 = load <8 x i32>, ptr %x.at7
  %x.j0.0 = shufflevector <8 x i32> %x.row0, <8 x i32> %x.row1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.2 = shufflevector <8 x i32> %x.row2, <8 x i32> %x.row3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.4 = shufflevector <8 x i32> %x.row4, <8 x i32> %x.row5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j0.6 = shufflevector <8 x i32> %x.row6, <8 x i32> %x.row7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %x.j1.0 = shufflevector <16 x i32> %x.j0.0, <16 x i32> %x.j0.2, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %x.j1.2 = shufflevector <16 x i32> %x.j0.4, <16 x i32> %x.j0.6, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %x.j2.0 = shufflevector <32 x i32> %x.j1.0, <32 x i32> %x.j1.2, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %y.at0 = getelementptr i8, ptr %p, i64 4096
  %y.row0 = load <8 x i32>, ptr %y.at0
  %y.at1 = getelementptr i8, ptr %p, i64 4160
  %y.row1 = load <8 x i32>, ptr %y.at1
  %y.at2 = getelementptr i8, ptr %p, i64 4224
  %y.row2 = load <8 x i32>, ptr %y.at2
  %y.at3 = getelementptr i8, ptr %p, i64 4288
  %y.row3 = load <8 x i32>, ptr %y.at3
  %y.at4 = getelementptr i8, ptr %p, i64 4352
  %y.row4 = load <8 x i32>, ptr %y.at4
  %y.at5 = getelementptr i8, ptr %p, i64 4416
  %y.row5 = load <8 x i32>, ptr %y.at5
  %y.at6 = getelementptr i8, ptr %p, i64 4480
  %y.row6 = load <8 x i32>, ptr %y.at6
  %y.at7 = getelementptr i8, ptr %p, i64 4544
  %y.row7 = load <8 x i32>, ptr %y.at7
  %y.j0.0 = shufflevector <8 x i32> %y.row0, <8 x i32> %y.row1, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.2 = shufflevector <8 x i32> %y.row2, <8 x i32> %y.row3, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.4 = shufflevector <8 x i32> %y.row4, <8 x i32> %y.row5, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j0.6 = shufflevector <8 x i32> %y.row6, <8 x i32> %y.row7, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %y.j1.0 = shufflevector <16 x i32> %y.j0.0, <16 x i32> %y.j0.2, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %y.j1.2 = shufflevector <16 x i32> %y.j0.4, <16 x i32> %y.j0.6, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %y.j2.0 = shufflevector <32 x i32> %y.j1.0, <32 x i32> %y.j1.2, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %r = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %x.j2.0, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  %s = call <16 x float> @heddle.simd_matrix_mad.v16f32v16i32v64i32v16f32i32i32i32i32(<16 x i32> %a, <64 x i32> %y.j2.0, <16 x float> %c, i32 2, i32 8, i32 16, i32 12288)
  store <16 x float> %r, ptr %d
  store <16 x float> %s, ptr %e
  ret void
}
