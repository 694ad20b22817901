; Nests and the plans for them, with nothing lowered.
; RUN: heddle-opt --passes=loop-simplify,lcssa,explain-matrix-nests --pass-remarks-analysis=heddle %s 2>&1 >/dev/null | FileCheck %s

; Two by four sums are too many for tiles; A goes on in memory, B is a value in front of the loop.
; CHECK:      remark: grid: matrix nest: 8 sums of 8 x 16 float, 2 by 4, depth 16 a round; A: 2 of 8 x 32 bytes of bf16, rows in memory that go on; B: 4 of 8 x 64 bytes of bf16, from outside
; CHECK-NEXT: remark: grid: plan: tiles, in 2 parts, 2 rounds together; 52 cycles with all data in the first cache (products 52, memory 16): 62% of the peak
; It writes memory, so it runs once; two sums find no register.
; CHECK-NEXT: remark: writes: matrix nest: 8 sums of 8 x 16 float, 2 by 4, depth 16 a round; A: 2 of 8 x 32 bytes of bf16, rows in memory that go on;
; CHECK-NEXT: remark: writes: plan: tiles, 2 rounds together; 32 cycles with all data in the first cache (products 32, memory {{[0-9]+}}):
; Two operations of one sum with one B, which is returned in vector registers.
; CHECK-NEXT: remark: chain: matrix nest: 1 sum of 8 x 16 float, 1 by 1, depth 32; A: 2 of 8 x 32 bytes of bf16, from outside; B: 1 of 8 x 64 bytes of bf16, rows in memory
; CHECK-NEXT: remark: chain: plan: tiles; 139 cycles with all data in the first cache (products 104, memory 12, transfers 35): 6% of the peak
; Tiles of so few rows do not pay: it is explained where only vectors are left.
; CHECK-NOT:  few_rows

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32) memory(none)
declare <32 x float> @heddle.simd_matrix_mad.v32f32v32i16v128i32v32f32i32i32i32i32(<32 x i16>, <128 x i32>, <32 x float>, i32, i32, i32, i32) memory(none)

define void @grid(ptr %a, i64 %width, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i64 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  %start = mul i64 %i, 32
  %begin = getelementptr i8, ptr %a, i64 %start
  %o00 = mul i64 %width, 0
  %p00 = getelementptr i8, ptr %begin, i64 %o00
  %l00 = load <16 x i16>, ptr %p00
  %o01 = mul i64 %width, 1
  %p01 = getelementptr i8, ptr %begin, i64 %o01
  %l01 = load <16 x i16>, ptr %p01
  %o02 = mul i64 %width, 2
  %p02 = getelementptr i8, ptr %begin, i64 %o02
  %l02 = load <16 x i16>, ptr %p02
  %o03 = mul i64 %width, 3
  %p03 = getelementptr i8, ptr %begin, i64 %o03
  %l03 = load <16 x i16>, ptr %p03
  %o04 = mul i64 %width, 4
  %p04 = getelementptr i8, ptr %begin, i64 %o04
  %l04 = load <16 x i16>, ptr %p04
  %o05 = mul i64 %width, 5
  %p05 = getelementptr i8, ptr %begin, i64 %o05
  %l05 = load <16 x i16>, ptr %p05
  %o06 = mul i64 %width, 6
  %p06 = getelementptr i8, ptr %begin, i64 %o06
  %l06 = load <16 x i16>, ptr %p06
  %o07 = mul i64 %width, 7
  %p07 = getelementptr i8, ptr %begin, i64 %o07
  %l07 = load <16 x i16>, ptr %p07
  %j0_0 = shufflevector <16 x i16> %l00, <16 x i16> %l01, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_1 = shufflevector <16 x i16> %l02, <16 x i16> %l03, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_2 = shufflevector <16 x i16> %l04, <16 x i16> %l05, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_3 = shufflevector <16 x i16> %l06, <16 x i16> %l07, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_4 = shufflevector <32 x i16> %j0_0, <32 x i16> %j0_1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j0_5 = shufflevector <32 x i16> %j0_2, <32 x i16> %j0_3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j0_6 = shufflevector <64 x i16> %j0_4, <64 x i16> %j0_5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %a0 = shufflevector <128 x i16> %j0_6, <128 x i16> poison, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %o10 = mul i64 %width, 8
  %p10 = getelementptr i8, ptr %begin, i64 %o10
  %l10 = load <16 x i16>, ptr %p10
  %o11 = mul i64 %width, 9
  %p11 = getelementptr i8, ptr %begin, i64 %o11
  %l11 = load <16 x i16>, ptr %p11
  %o12 = mul i64 %width, 10
  %p12 = getelementptr i8, ptr %begin, i64 %o12
  %l12 = load <16 x i16>, ptr %p12
  %o13 = mul i64 %width, 11
  %p13 = getelementptr i8, ptr %begin, i64 %o13
  %l13 = load <16 x i16>, ptr %p13
  %o14 = mul i64 %width, 12
  %p14 = getelementptr i8, ptr %begin, i64 %o14
  %l14 = load <16 x i16>, ptr %p14
  %o15 = mul i64 %width, 13
  %p15 = getelementptr i8, ptr %begin, i64 %o15
  %l15 = load <16 x i16>, ptr %p15
  %o16 = mul i64 %width, 14
  %p16 = getelementptr i8, ptr %begin, i64 %o16
  %l16 = load <16 x i16>, ptr %p16
  %o17 = mul i64 %width, 15
  %p17 = getelementptr i8, ptr %begin, i64 %o17
  %l17 = load <16 x i16>, ptr %p17
  %j1_0 = shufflevector <16 x i16> %l10, <16 x i16> %l11, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_1 = shufflevector <16 x i16> %l12, <16 x i16> %l13, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_2 = shufflevector <16 x i16> %l14, <16 x i16> %l15, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_3 = shufflevector <16 x i16> %l16, <16 x i16> %l17, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_4 = shufflevector <32 x i16> %j1_0, <32 x i16> %j1_1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j1_5 = shufflevector <32 x i16> %j1_2, <32 x i16> %j1_3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j1_6 = shufflevector <64 x i16> %j1_4, <64 x i16> %j1_5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %a1 = shufflevector <128 x i16> %j1_6, <128 x i16> poison, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %r2 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %r3 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b3, <128 x float> %c3, i32 8, i32 16, i32 16, i32 12288)
  %r4 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c4, i32 8, i32 16, i32 16, i32 12288)
  %r5 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c5, i32 8, i32 16, i32 16, i32 12288)
  %r6 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %c6, i32 8, i32 16, i32 16, i32 12288)
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %c7, i32 8, i32 16, i32 16, i32 12288)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %d0 = getelementptr i8, ptr %d, i64 0
  store <128 x float> %r0, ptr %d0
  %d1 = getelementptr i8, ptr %d, i64 512
  store <128 x float> %r1, ptr %d1
  %d2 = getelementptr i8, ptr %d, i64 1024
  store <128 x float> %r2, ptr %d2
  %d3 = getelementptr i8, ptr %d, i64 1536
  store <128 x float> %r3, ptr %d3
  %d4 = getelementptr i8, ptr %d, i64 2048
  store <128 x float> %r4, ptr %d4
  %d5 = getelementptr i8, ptr %d, i64 2560
  store <128 x float> %r5, ptr %d5
  %d6 = getelementptr i8, ptr %d, i64 3072
  store <128 x float> %r6, ptr %d6
  %d7 = getelementptr i8, ptr %d, i64 3584
  store <128 x float> %r7, ptr %d7
  ret void
}

define void @writes(ptr %a, i64 %width, <128 x i32> %b0, <128 x i32> %b1, <128 x i32> %b2, <128 x i32> %b3, i64 %n, ptr %d) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %c0 = phi <128 x float> [ zeroinitializer, %entry ], [ %r0, %loop ]
  %c1 = phi <128 x float> [ zeroinitializer, %entry ], [ %r1, %loop ]
  %c2 = phi <128 x float> [ zeroinitializer, %entry ], [ %r2, %loop ]
  %c3 = phi <128 x float> [ zeroinitializer, %entry ], [ %r3, %loop ]
  %c4 = phi <128 x float> [ zeroinitializer, %entry ], [ %r4, %loop ]
  %c5 = phi <128 x float> [ zeroinitializer, %entry ], [ %r5, %loop ]
  %c6 = phi <128 x float> [ zeroinitializer, %entry ], [ %r6, %loop ]
  %c7 = phi <128 x float> [ zeroinitializer, %entry ], [ %r7, %loop ]
  %start = mul i64 %i, 32
  %begin = getelementptr i8, ptr %a, i64 %start
  %o00 = mul i64 %width, 0
  %p00 = getelementptr i8, ptr %begin, i64 %o00
  %l00 = load <16 x i16>, ptr %p00
  %o01 = mul i64 %width, 1
  %p01 = getelementptr i8, ptr %begin, i64 %o01
  %l01 = load <16 x i16>, ptr %p01
  %o02 = mul i64 %width, 2
  %p02 = getelementptr i8, ptr %begin, i64 %o02
  %l02 = load <16 x i16>, ptr %p02
  %o03 = mul i64 %width, 3
  %p03 = getelementptr i8, ptr %begin, i64 %o03
  %l03 = load <16 x i16>, ptr %p03
  %o04 = mul i64 %width, 4
  %p04 = getelementptr i8, ptr %begin, i64 %o04
  %l04 = load <16 x i16>, ptr %p04
  %o05 = mul i64 %width, 5
  %p05 = getelementptr i8, ptr %begin, i64 %o05
  %l05 = load <16 x i16>, ptr %p05
  %o06 = mul i64 %width, 6
  %p06 = getelementptr i8, ptr %begin, i64 %o06
  %l06 = load <16 x i16>, ptr %p06
  %o07 = mul i64 %width, 7
  %p07 = getelementptr i8, ptr %begin, i64 %o07
  %l07 = load <16 x i16>, ptr %p07
  %j0_0 = shufflevector <16 x i16> %l00, <16 x i16> %l01, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_1 = shufflevector <16 x i16> %l02, <16 x i16> %l03, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_2 = shufflevector <16 x i16> %l04, <16 x i16> %l05, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_3 = shufflevector <16 x i16> %l06, <16 x i16> %l07, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j0_4 = shufflevector <32 x i16> %j0_0, <32 x i16> %j0_1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j0_5 = shufflevector <32 x i16> %j0_2, <32 x i16> %j0_3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j0_6 = shufflevector <64 x i16> %j0_4, <64 x i16> %j0_5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %a0 = shufflevector <128 x i16> %j0_6, <128 x i16> poison, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %o10 = mul i64 %width, 8
  %p10 = getelementptr i8, ptr %begin, i64 %o10
  %l10 = load <16 x i16>, ptr %p10
  %o11 = mul i64 %width, 9
  %p11 = getelementptr i8, ptr %begin, i64 %o11
  %l11 = load <16 x i16>, ptr %p11
  %o12 = mul i64 %width, 10
  %p12 = getelementptr i8, ptr %begin, i64 %o12
  %l12 = load <16 x i16>, ptr %p12
  %o13 = mul i64 %width, 11
  %p13 = getelementptr i8, ptr %begin, i64 %o13
  %l13 = load <16 x i16>, ptr %p13
  %o14 = mul i64 %width, 12
  %p14 = getelementptr i8, ptr %begin, i64 %o14
  %l14 = load <16 x i16>, ptr %p14
  %o15 = mul i64 %width, 13
  %p15 = getelementptr i8, ptr %begin, i64 %o15
  %l15 = load <16 x i16>, ptr %p15
  %o16 = mul i64 %width, 14
  %p16 = getelementptr i8, ptr %begin, i64 %o16
  %l16 = load <16 x i16>, ptr %p16
  %o17 = mul i64 %width, 15
  %p17 = getelementptr i8, ptr %begin, i64 %o17
  %l17 = load <16 x i16>, ptr %p17
  %j1_0 = shufflevector <16 x i16> %l10, <16 x i16> %l11, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_1 = shufflevector <16 x i16> %l12, <16 x i16> %l13, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_2 = shufflevector <16 x i16> %l14, <16 x i16> %l15, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_3 = shufflevector <16 x i16> %l16, <16 x i16> %l17, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %j1_4 = shufflevector <32 x i16> %j1_0, <32 x i16> %j1_1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j1_5 = shufflevector <32 x i16> %j1_2, <32 x i16> %j1_3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %j1_6 = shufflevector <64 x i16> %j1_4, <64 x i16> %j1_5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %a1 = shufflevector <128 x i16> %j1_6, <128 x i16> poison, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r0 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b0, <128 x float> %c0, i32 8, i32 16, i32 16, i32 12288)
  %r1 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b1, <128 x float> %c1, i32 8, i32 16, i32 16, i32 12288)
  %r2 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b2, <128 x float> %c2, i32 8, i32 16, i32 16, i32 12288)
  %r3 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %b3, <128 x float> %c3, i32 8, i32 16, i32 16, i32 12288)
  %r4 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b0, <128 x float> %c4, i32 8, i32 16, i32 16, i32 12288)
  %r5 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b1, <128 x float> %c5, i32 8, i32 16, i32 16, i32 12288)
  %r6 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b2, <128 x float> %c6, i32 8, i32 16, i32 16, i32 12288)
  %r7 = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %b3, <128 x float> %c7, i32 8, i32 16, i32 16, i32 12288)
  store i32 1, ptr %d
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %d0 = getelementptr i8, ptr %d, i64 0
  store <128 x float> %r0, ptr %d0
  %d1 = getelementptr i8, ptr %d, i64 512
  store <128 x float> %r1, ptr %d1
  %d2 = getelementptr i8, ptr %d, i64 1024
  store <128 x float> %r2, ptr %d2
  %d3 = getelementptr i8, ptr %d, i64 1536
  store <128 x float> %r3, ptr %d3
  %d4 = getelementptr i8, ptr %d, i64 2048
  store <128 x float> %r4, ptr %d4
  %d5 = getelementptr i8, ptr %d, i64 2560
  store <128 x float> %r5, ptr %d5
  %d6 = getelementptr i8, ptr %d, i64 3072
  store <128 x float> %r6, ptr %d6
  %d7 = getelementptr i8, ptr %d, i64 3584
  store <128 x float> %r7, ptr %d7
  ret void
}

define <128 x float> @chain(<128 x i16> %a0, <128 x i16> %a1, ptr %b, <128 x float> %c) {
  %rows = load <128 x i32>, ptr %b
  %first = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a0, <128 x i32> %rows, <128 x float> %c, i32 8, i32 16, i32 16, i32 12288)
  %second = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %a1, <128 x i32> %rows, <128 x float> %first, i32 8, i32 16, i32 16, i32 12288)
  ret <128 x float> %second
}

define <32 x float> @few_rows(<32 x i16> %a, <128 x i32> %b, <32 x float> %c) {
  %sum = call <32 x float> @heddle.simd_matrix_mad.v32f32v32i16v128i32v32f32i32i32i32i32(<32 x i16> %a, <128 x i32> %b, <32 x float> %c, i32 2, i32 16, i32 16, i32 12288)
  ret <32 x float> %sum
}

; The rows of the second A go on where those of the first end, so both operations are one of depth 32; those
; of the third lie elsewhere.
; CHECK:      remark: pair: matrix nest: 1 sum of 4 x 16 float, 1 by 1, depth 48; A: 3 of 4 x 32 bytes of bf16, rows in memory; B: 2 of 8 x 64 bytes of bf16, from outside
; CHECK-NEXT: remark: pair: plan: tiles; 104 cycles with all data in the first cache (products 104, memory 12): 6% of the peak
declare <64 x float> @heddle.simd_matrix_mad.v64f32v64i16v128i32v64f32i32i32i32i32(<64 x i16>, <128 x i32>, <64 x float>, i32, i32, i32, i32) memory(none)

define void @pair(ptr %a, i64 %width, <128 x i32> %b0, <128 x i32> %b1, ptr %d) {
  %begin0 = getelementptr i8, ptr %a, i64 0
  %o00 = mul i64 %width, 0
  %p00 = getelementptr i8, ptr %begin0, i64 %o00
  %l00 = load <16 x i16>, ptr %p00
  %o01 = mul i64 %width, 1
  %p01 = getelementptr i8, ptr %begin0, i64 %o01
  %l01 = load <16 x i16>, ptr %p01
  %o02 = mul i64 %width, 2
  %p02 = getelementptr i8, ptr %begin0, i64 %o02
  %l02 = load <16 x i16>, ptr %p02
  %o03 = mul i64 %width, 3
  %p03 = getelementptr i8, ptr %begin0, i64 %o03
  %l03 = load <16 x i16>, ptr %p03
  %h00 = shufflevector <16 x i16> %l00, <16 x i16> %l01, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %h01 = shufflevector <16 x i16> %l02, <16 x i16> %l03, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a0 = shufflevector <32 x i16> %h00, <32 x i16> %h01, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %begin1 = getelementptr i8, ptr %a, i64 32
  %o10 = mul i64 %width, 0
  %p10 = getelementptr i8, ptr %begin1, i64 %o10
  %l10 = load <16 x i16>, ptr %p10
  %o11 = mul i64 %width, 1
  %p11 = getelementptr i8, ptr %begin1, i64 %o11
  %l11 = load <16 x i16>, ptr %p11
  %o12 = mul i64 %width, 2
  %p12 = getelementptr i8, ptr %begin1, i64 %o12
  %l12 = load <16 x i16>, ptr %p12
  %o13 = mul i64 %width, 3
  %p13 = getelementptr i8, ptr %begin1, i64 %o13
  %l13 = load <16 x i16>, ptr %p13
  %h10 = shufflevector <16 x i16> %l10, <16 x i16> %l11, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %h11 = shufflevector <16 x i16> %l12, <16 x i16> %l13, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a1 = shufflevector <32 x i16> %h10, <32 x i16> %h11, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %begin2 = getelementptr i8, ptr %a, i64 128
  %o20 = mul i64 %width, 0
  %p20 = getelementptr i8, ptr %begin2, i64 %o20
  %l20 = load <16 x i16>, ptr %p20
  %o21 = mul i64 %width, 1
  %p21 = getelementptr i8, ptr %begin2, i64 %o21
  %l21 = load <16 x i16>, ptr %p21
  %o22 = mul i64 %width, 2
  %p22 = getelementptr i8, ptr %begin2, i64 %o22
  %l22 = load <16 x i16>, ptr %p22
  %o23 = mul i64 %width, 3
  %p23 = getelementptr i8, ptr %begin2, i64 %o23
  %l23 = load <16 x i16>, ptr %p23
  %h20 = shufflevector <16 x i16> %l20, <16 x i16> %l21, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %h21 = shufflevector <16 x i16> %l22, <16 x i16> %l23, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a2 = shufflevector <32 x i16> %h20, <32 x i16> %h21, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %r0 = call <64 x float> @heddle.simd_matrix_mad.v64f32v64i16v128i32v64f32i32i32i32i32(<64 x i16> %a0, <128 x i32> %b0, <64 x float> zeroinitializer, i32 4, i32 16, i32 16, i32 12288)
  %r1 = call <64 x float> @heddle.simd_matrix_mad.v64f32v64i16v128i32v64f32i32i32i32i32(<64 x i16> %a1, <128 x i32> %b1, <64 x float> %r0, i32 4, i32 16, i32 16, i32 12288)
  %r2 = call <64 x float> @heddle.simd_matrix_mad.v64f32v64i16v128i32v64f32i32i32i32i32(<64 x i16> %a2, <128 x i32> %b0, <64 x float> %r1, i32 4, i32 16, i32 16, i32 12288)
  store <64 x float> %r2, ptr %d
  ret void
}
; CHECK-NOT:  remark
