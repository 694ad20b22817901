; The rows of A go on in memory from round to round: two rounds can be one operation. In the second
; loop each round takes a block of its own, and in the third one puts its rows together.
; RUN: heddle-opt --passes=loop-simplify,lcssa,unroll-matrix-loops %s | FileCheck %s

; CHECK-LABEL:   @goes_on(
; CHECK:         loop:
; CHECK-COUNT-2: heddle.simd_matrix_mad
; CHECK:         br i1
; CHECK-LABEL:   @blocks(
; CHECK-COUNT-1: heddle.simd_matrix_mad
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         ret void
; CHECK-LABEL:   @values(
; CHECK:         loop:
; CHECK-COUNT-2: heddle.simd_matrix_mad
; CHECK:         br i1

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32) memory(none)

define void @goes_on(ptr %m, <128 x i32> %b, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %m, %entry ], [ %q, %loop ]
  %c = phi <128 x float> [ zeroinitializer, %entry ], [ %r, %loop ]
  %ap0 = getelementptr i8, ptr %p, i64 0
  %ar0 = load <16 x i16>, ptr %ap0
  %ap1 = getelementptr i8, ptr %p, i64 1024
  %ar1 = load <16 x i16>, ptr %ap1
  %ap2 = getelementptr i8, ptr %p, i64 2048
  %ar2 = load <16 x i16>, ptr %ap2
  %ap3 = getelementptr i8, ptr %p, i64 3072
  %ar3 = load <16 x i16>, ptr %ap3
  %ap4 = getelementptr i8, ptr %p, i64 4096
  %ar4 = load <16 x i16>, ptr %ap4
  %ap5 = getelementptr i8, ptr %p, i64 5120
  %ar5 = load <16 x i16>, ptr %ap5
  %ap6 = getelementptr i8, ptr %p, i64 6144
  %ar6 = load <16 x i16>, ptr %ap6
  %ap7 = getelementptr i8, ptr %p, i64 7168
  %ar7 = load <16 x i16>, ptr %ap7
  %aj0 = shufflevector <16 x i16> %ar0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %q = getelementptr i8, ptr %p, i64 32
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r, ptr %d
  ret void
}

define void @blocks(ptr %m, <128 x i32> %b, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %m, %entry ], [ %q, %loop ]
  %c = phi <128 x float> [ zeroinitializer, %entry ], [ %r, %loop ]
  %ap0 = getelementptr i8, ptr %p, i64 0
  %ar0 = load <16 x i16>, ptr %ap0
  %ap1 = getelementptr i8, ptr %p, i64 32
  %ar1 = load <16 x i16>, ptr %ap1
  %ap2 = getelementptr i8, ptr %p, i64 64
  %ar2 = load <16 x i16>, ptr %ap2
  %ap3 = getelementptr i8, ptr %p, i64 96
  %ar3 = load <16 x i16>, ptr %ap3
  %ap4 = getelementptr i8, ptr %p, i64 128
  %ar4 = load <16 x i16>, ptr %ap4
  %ap5 = getelementptr i8, ptr %p, i64 160
  %ar5 = load <16 x i16>, ptr %ap5
  %ap6 = getelementptr i8, ptr %p, i64 192
  %ar6 = load <16 x i16>, ptr %ap6
  %ap7 = getelementptr i8, ptr %p, i64 224
  %ar7 = load <16 x i16>, ptr %ap7
  %aj0 = shufflevector <16 x i16> %ar0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %q = getelementptr i8, ptr %p, i64 256
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r, ptr %d
  ret void
}

define void @values(ptr %m, <128 x i32> %b, i32 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr [ %m, %entry ], [ %q, %loop ]
  %c = phi <128 x float> [ zeroinitializer, %entry ], [ %r, %loop ]
  %ap0 = getelementptr i8, ptr %p, i64 0
  %ar0 = load <16 x i16>, ptr %ap0
  %ap1 = getelementptr i8, ptr %p, i64 32
  %ar1 = load <16 x i16>, ptr %ap1
  %ap2 = getelementptr i8, ptr %p, i64 64
  %ar2 = load <16 x i16>, ptr %ap2
  %ap3 = getelementptr i8, ptr %p, i64 96
  %ar3 = load <16 x i16>, ptr %ap3
  %ap4 = getelementptr i8, ptr %p, i64 128
  %ar4 = load <16 x i16>, ptr %ap4
  %ap5 = getelementptr i8, ptr %p, i64 160
  %ar5 = load <16 x i16>, ptr %ap5
  %ap6 = getelementptr i8, ptr %p, i64 192
  %ar6 = load <16 x i16>, ptr %ap6
  %ap7 = getelementptr i8, ptr %p, i64 224
  %ar7 = load <16 x i16>, ptr %ap7
  %av0 = add <16 x i16> %ar0, splat (i16 1)
  %aj0 = shufflevector <16 x i16> %av0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %b, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %q = getelementptr i8, ptr %p, i64 256
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store <128 x float> %r, ptr %d
  ret void
}
