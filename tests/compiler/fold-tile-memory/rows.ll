; Rows at equal distances, known or not, are loaded and stored as a tile. Rows at other distances are
; not; neither are rows that may be written before the tile would be loaded: then it is loaded where
; they were.
; RUN: heddle-opt --passes=lower-matrix-amx,tile-residency,store-tiles,fold-tile-memory %s | FileCheck %s

; CHECK-LABEL: @equal(
; CHECK-DAG:   [[PITCH:%.*]] = mul i64 %w, 2
; CHECK-DAG:   call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 32, ptr %ap0, i64 [[PITCH]])
; CHECK-DAG:   call x86_amx @llvm.x86.tileloadd64.internal(i16 8, i16 64, ptr %bp0, i64 64)
; CHECK:       tdpbf16ps
; CHECK-NOT:   shufflevector
; CHECK:       call void @llvm.x86.tilestored64.internal(i16 8, i16 64, ptr %dp0, i64 160,
; CHECK-NOT:   store
; CHECK-LABEL: @squares(
; CHECK-NOT:   tileloadd64.internal(i16 8, i16 32,
; CHECK:       cast.vector.to.tile.v128i16
; CHECK-LABEL: @written_between(
; CHECK:       tileloadd64.internal(i16 8, i16 64, ptr %bp0, i64 64)
; CHECK:       store i32 0, ptr %d
; CHECK:       tdpbf16ps

declare <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16>, <128 x i32>, <128 x float>, i32, i32, i32, i32)

define void @equal(ptr %m, ptr %w2, i64 %w, ptr %d) {
  %ai0 = mul i64 %w, 0
  %ap0 = getelementptr i16, ptr %m, i64 %ai0
  %ar0 = load <16 x i16>, ptr %ap0
  %ai1 = mul i64 %w, 1
  %ap1 = getelementptr i16, ptr %m, i64 %ai1
  %ar1 = load <16 x i16>, ptr %ap1
  %ai2 = mul i64 %w, 2
  %ap2 = getelementptr i16, ptr %m, i64 %ai2
  %ar2 = load <16 x i16>, ptr %ap2
  %ai3 = mul i64 %w, 3
  %ap3 = getelementptr i16, ptr %m, i64 %ai3
  %ar3 = load <16 x i16>, ptr %ap3
  %ai4 = mul i64 %w, 4
  %ap4 = getelementptr i16, ptr %m, i64 %ai4
  %ar4 = load <16 x i16>, ptr %ap4
  %ai5 = mul i64 %w, 5
  %ap5 = getelementptr i16, ptr %m, i64 %ai5
  %ar5 = load <16 x i16>, ptr %ap5
  %ai6 = mul i64 %w, 6
  %ap6 = getelementptr i16, ptr %m, i64 %ai6
  %ar6 = load <16 x i16>, ptr %ap6
  %ai7 = mul i64 %w, 7
  %ap7 = getelementptr i16, ptr %m, i64 %ai7
  %ar7 = load <16 x i16>, ptr %ap7
  %aj0 = shufflevector <16 x i16> %ar0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %bp0 = getelementptr i8, ptr %w2, i64 0
  %br0 = load <16 x i32>, ptr %bp0
  %bp1 = getelementptr i8, ptr %w2, i64 64
  %br1 = load <16 x i32>, ptr %bp1
  %bp2 = getelementptr i8, ptr %w2, i64 128
  %br2 = load <16 x i32>, ptr %bp2
  %bp3 = getelementptr i8, ptr %w2, i64 192
  %br3 = load <16 x i32>, ptr %bp3
  %bp4 = getelementptr i8, ptr %w2, i64 256
  %br4 = load <16 x i32>, ptr %bp4
  %bp5 = getelementptr i8, ptr %w2, i64 320
  %br5 = load <16 x i32>, ptr %bp5
  %bp6 = getelementptr i8, ptr %w2, i64 384
  %br6 = load <16 x i32>, ptr %bp6
  %bp7 = getelementptr i8, ptr %w2, i64 448
  %br7 = load <16 x i32>, ptr %bp7
  %bj0 = shufflevector <16 x i32> %br0, <16 x i32> %br1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj1 = shufflevector <16 x i32> %br2, <16 x i32> %br3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj2 = shufflevector <16 x i32> %br4, <16 x i32> %br5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj3 = shufflevector <16 x i32> %br6, <16 x i32> %br7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj4 = shufflevector <32 x i32> %bj0, <32 x i32> %bj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj5 = shufflevector <32 x i32> %bj2, <32 x i32> %bj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj6 = shufflevector <64 x i32> %bj4, <64 x i32> %bj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %bj6, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  %dr0 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %dp0 = getelementptr float, ptr %d, i64 0
  store <16 x float> %dr0, ptr %dp0
  %dr1 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %dp1 = getelementptr float, ptr %d, i64 40
  store <16 x float> %dr1, ptr %dp1
  %dr2 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %dp2 = getelementptr float, ptr %d, i64 80
  store <16 x float> %dr2, ptr %dp2
  %dr3 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %dp3 = getelementptr float, ptr %d, i64 120
  store <16 x float> %dr3, ptr %dp3
  %dr4 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79>
  %dp4 = getelementptr float, ptr %d, i64 160
  store <16 x float> %dr4, ptr %dp4
  %dr5 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95>
  %dp5 = getelementptr float, ptr %d, i64 200
  store <16 x float> %dr5, ptr %dp5
  %dr6 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111>
  %dp6 = getelementptr float, ptr %d, i64 240
  store <16 x float> %dr6, ptr %dp6
  %dr7 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %dp7 = getelementptr float, ptr %d, i64 280
  store <16 x float> %dr7, ptr %dp7
  ret void
}

define void @squares(ptr %m, ptr %w2, i64 %w, ptr %d) {
  %ai0 = add i64 0, 0
  %ap0 = getelementptr i16, ptr %m, i64 %ai0
  %ar0 = load <16 x i16>, ptr %ap0
  %ai1 = add i64 0, 1
  %ap1 = getelementptr i16, ptr %m, i64 %ai1
  %ar1 = load <16 x i16>, ptr %ap1
  %ai2 = add i64 0, 4
  %ap2 = getelementptr i16, ptr %m, i64 %ai2
  %ar2 = load <16 x i16>, ptr %ap2
  %ai3 = add i64 0, 9
  %ap3 = getelementptr i16, ptr %m, i64 %ai3
  %ar3 = load <16 x i16>, ptr %ap3
  %ai4 = add i64 0, 16
  %ap4 = getelementptr i16, ptr %m, i64 %ai4
  %ar4 = load <16 x i16>, ptr %ap4
  %ai5 = add i64 0, 25
  %ap5 = getelementptr i16, ptr %m, i64 %ai5
  %ar5 = load <16 x i16>, ptr %ap5
  %ai6 = add i64 0, 36
  %ap6 = getelementptr i16, ptr %m, i64 %ai6
  %ar6 = load <16 x i16>, ptr %ap6
  %ai7 = add i64 0, 49
  %ap7 = getelementptr i16, ptr %m, i64 %ai7
  %ar7 = load <16 x i16>, ptr %ap7
  %aj0 = shufflevector <16 x i16> %ar0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %bp0 = getelementptr i8, ptr %w2, i64 0
  %br0 = load <16 x i32>, ptr %bp0
  %bp1 = getelementptr i8, ptr %w2, i64 64
  %br1 = load <16 x i32>, ptr %bp1
  %bp2 = getelementptr i8, ptr %w2, i64 128
  %br2 = load <16 x i32>, ptr %bp2
  %bp3 = getelementptr i8, ptr %w2, i64 192
  %br3 = load <16 x i32>, ptr %bp3
  %bp4 = getelementptr i8, ptr %w2, i64 256
  %br4 = load <16 x i32>, ptr %bp4
  %bp5 = getelementptr i8, ptr %w2, i64 320
  %br5 = load <16 x i32>, ptr %bp5
  %bp6 = getelementptr i8, ptr %w2, i64 384
  %br6 = load <16 x i32>, ptr %bp6
  %bp7 = getelementptr i8, ptr %w2, i64 448
  %br7 = load <16 x i32>, ptr %bp7
  %bj0 = shufflevector <16 x i32> %br0, <16 x i32> %br1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj1 = shufflevector <16 x i32> %br2, <16 x i32> %br3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj2 = shufflevector <16 x i32> %br4, <16 x i32> %br5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj3 = shufflevector <16 x i32> %br6, <16 x i32> %br7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj4 = shufflevector <32 x i32> %bj0, <32 x i32> %bj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj5 = shufflevector <32 x i32> %bj2, <32 x i32> %bj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj6 = shufflevector <64 x i32> %bj4, <64 x i32> %bj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %bj6, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  %dr0 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %dp0 = getelementptr float, ptr %d, i64 0
  store <16 x float> %dr0, ptr %dp0
  %dr1 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %dp1 = getelementptr float, ptr %d, i64 40
  store <16 x float> %dr1, ptr %dp1
  %dr2 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %dp2 = getelementptr float, ptr %d, i64 80
  store <16 x float> %dr2, ptr %dp2
  %dr3 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %dp3 = getelementptr float, ptr %d, i64 120
  store <16 x float> %dr3, ptr %dp3
  %dr4 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79>
  %dp4 = getelementptr float, ptr %d, i64 160
  store <16 x float> %dr4, ptr %dp4
  %dr5 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95>
  %dp5 = getelementptr float, ptr %d, i64 200
  store <16 x float> %dr5, ptr %dp5
  %dr6 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111>
  %dp6 = getelementptr float, ptr %d, i64 240
  store <16 x float> %dr6, ptr %dp6
  %dr7 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %dp7 = getelementptr float, ptr %d, i64 280
  store <16 x float> %dr7, ptr %dp7
  ret void
}

define void @written_between(ptr %m, ptr %w2, i64 %w, ptr %d) {
  %ai0 = mul i64 %w, 0
  %ap0 = getelementptr i16, ptr %m, i64 %ai0
  %ar0 = load <16 x i16>, ptr %ap0
  %ai1 = mul i64 %w, 1
  %ap1 = getelementptr i16, ptr %m, i64 %ai1
  %ar1 = load <16 x i16>, ptr %ap1
  %ai2 = mul i64 %w, 2
  %ap2 = getelementptr i16, ptr %m, i64 %ai2
  %ar2 = load <16 x i16>, ptr %ap2
  %ai3 = mul i64 %w, 3
  %ap3 = getelementptr i16, ptr %m, i64 %ai3
  %ar3 = load <16 x i16>, ptr %ap3
  %ai4 = mul i64 %w, 4
  %ap4 = getelementptr i16, ptr %m, i64 %ai4
  %ar4 = load <16 x i16>, ptr %ap4
  %ai5 = mul i64 %w, 5
  %ap5 = getelementptr i16, ptr %m, i64 %ai5
  %ar5 = load <16 x i16>, ptr %ap5
  %ai6 = mul i64 %w, 6
  %ap6 = getelementptr i16, ptr %m, i64 %ai6
  %ar6 = load <16 x i16>, ptr %ap6
  %ai7 = mul i64 %w, 7
  %ap7 = getelementptr i16, ptr %m, i64 %ai7
  %ar7 = load <16 x i16>, ptr %ap7
  %aj0 = shufflevector <16 x i16> %ar0, <16 x i16> %ar1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj1 = shufflevector <16 x i16> %ar2, <16 x i16> %ar3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj2 = shufflevector <16 x i16> %ar4, <16 x i16> %ar5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj3 = shufflevector <16 x i16> %ar6, <16 x i16> %ar7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %aj4 = shufflevector <32 x i16> %aj0, <32 x i16> %aj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj5 = shufflevector <32 x i16> %aj2, <32 x i16> %aj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %aj6 = shufflevector <64 x i16> %aj4, <64 x i16> %aj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %bp0 = getelementptr i8, ptr %w2, i64 0
  %br0 = load <16 x i32>, ptr %bp0
  %bp1 = getelementptr i8, ptr %w2, i64 64
  %br1 = load <16 x i32>, ptr %bp1
  %bp2 = getelementptr i8, ptr %w2, i64 128
  %br2 = load <16 x i32>, ptr %bp2
  %bp3 = getelementptr i8, ptr %w2, i64 192
  %br3 = load <16 x i32>, ptr %bp3
  %bp4 = getelementptr i8, ptr %w2, i64 256
  %br4 = load <16 x i32>, ptr %bp4
  %bp5 = getelementptr i8, ptr %w2, i64 320
  %br5 = load <16 x i32>, ptr %bp5
  %bp6 = getelementptr i8, ptr %w2, i64 384
  %br6 = load <16 x i32>, ptr %bp6
  %bp7 = getelementptr i8, ptr %w2, i64 448
  %br7 = load <16 x i32>, ptr %bp7
  %bj0 = shufflevector <16 x i32> %br0, <16 x i32> %br1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj1 = shufflevector <16 x i32> %br2, <16 x i32> %br3, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj2 = shufflevector <16 x i32> %br4, <16 x i32> %br5, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj3 = shufflevector <16 x i32> %br6, <16 x i32> %br7, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %bj4 = shufflevector <32 x i32> %bj0, <32 x i32> %bj1, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj5 = shufflevector <32 x i32> %bj2, <32 x i32> %bj3, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %bj6 = shufflevector <64 x i32> %bj4, <64 x i32> %bj5, <128 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47, i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63, i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79, i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95, i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111, i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  store i32 0, ptr %d
  %r = call <128 x float> @heddle.simd_matrix_mad.v128f32v128i16v128i32v128f32i32i32i32i32(<128 x i16> %aj6, <128 x i32> %bj6, <128 x float> zeroinitializer, i32 8, i32 16, i32 16, i32 12288)
  %dr0 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %dp0 = getelementptr float, ptr %d, i64 0
  store <16 x float> %dr0, ptr %dp0
  %dr1 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %dp1 = getelementptr float, ptr %d, i64 40
  store <16 x float> %dr1, ptr %dp1
  %dr2 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  %dp2 = getelementptr float, ptr %d, i64 80
  store <16 x float> %dr2, ptr %dp2
  %dr3 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 48, i32 49, i32 50, i32 51, i32 52, i32 53, i32 54, i32 55, i32 56, i32 57, i32 58, i32 59, i32 60, i32 61, i32 62, i32 63>
  %dp3 = getelementptr float, ptr %d, i64 120
  store <16 x float> %dr3, ptr %dp3
  %dr4 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 64, i32 65, i32 66, i32 67, i32 68, i32 69, i32 70, i32 71, i32 72, i32 73, i32 74, i32 75, i32 76, i32 77, i32 78, i32 79>
  %dp4 = getelementptr float, ptr %d, i64 160
  store <16 x float> %dr4, ptr %dp4
  %dr5 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 80, i32 81, i32 82, i32 83, i32 84, i32 85, i32 86, i32 87, i32 88, i32 89, i32 90, i32 91, i32 92, i32 93, i32 94, i32 95>
  %dp5 = getelementptr float, ptr %d, i64 200
  store <16 x float> %dr5, ptr %dp5
  %dr6 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 96, i32 97, i32 98, i32 99, i32 100, i32 101, i32 102, i32 103, i32 104, i32 105, i32 106, i32 107, i32 108, i32 109, i32 110, i32 111>
  %dp6 = getelementptr float, ptr %d, i64 240
  store <16 x float> %dr6, ptr %dp6
  %dr7 = shufflevector <128 x float> %r, <128 x float> poison, <16 x i32> <i32 112, i32 113, i32 114, i32 115, i32 116, i32 117, i32 118, i32 119, i32 120, i32 121, i32 122, i32 123, i32 124, i32 125, i32 126, i32 127>
  %dp7 = getelementptr float, ptr %d, i64 280
  store <16 x float> %dr7, ptr %dp7
  ret void
}
