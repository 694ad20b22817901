; A factor that is made from windows of a matrix by shuffles is packed; one whose window the kernel may
; have written is not.
; RUN: heddle-opt --passes='function(loop-simplify,lcssa,pack-matrix-panels)' %s | FileCheck %s

; CHECK-LABEL: define void @k.entry(
; CHECK:         call { ptr, i64 } {{%.*}}(ptr %worker, i32 0, i64 2048, ptr %panel.keys, i32 1)
; CHECK:       loop:
; CHECK-NOT:     heddle.block_read_window
; CHECK-COUNT-2: load <16 x i32>, ptr {{.*}}, align 64
; CHECK:         call <16 x float> @heddle.simd_matrix_mad
; CHECK:       loop.unpacked:
; CHECK:         call { ptr, i64 } @heddle.block_read_window.s({{[^"]*$}}
; CHECK:       loop.pack:
; CHECK:         call { ptr, i64 } @heddle.block_read_window.s(
; CHECK-COUNT-2: store <16 x i32> {{.*}}, align 64
define void @k.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %scratch = alloca [128 x i8], align 64
  %m = load ptr, ptr %arguments
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %y.next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %d, %loop ]
  %window = call { ptr, i64 } @heddle.block_read_window.s(ptr %m, i64 64, i64 64, i64 64, i64 0, i64 %y, i64 32, i64 4, ptr %scratch) "heddle-unwritten"
  %first = extractvalue { ptr, i64 } %window, 0
  %distance = extractvalue { ptr, i64 } %window, 1
  %r0 = load <16 x i16>, ptr %first, align 2
  %p1 = getelementptr i8, ptr %first, i64 %distance
  %r1 = load <16 x i16>, ptr %p1, align 2
  %d2 = shl i64 %distance, 1
  %p2 = getelementptr i8, ptr %first, i64 %d2
  %r2 = load <16 x i16>, ptr %p2, align 2
  %d3 = mul i64 %distance, 3
  %p3 = getelementptr i8, ptr %first, i64 %d3
  %r3 = load <16 x i16>, ptr %p3, align 2
  %i0 = shufflevector <16 x i16> %r0, <16 x i16> %r1, <32 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23, i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %i1 = shufflevector <16 x i16> %r2, <16 x i16> %r3, <32 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23, i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %w0 = bitcast <32 x i16> %i0 to <16 x i32>
  %w1 = bitcast <32 x i16> %i1 to <16 x i32>
  %b = shufflevector <16 x i32> %w0, <16 x i32> %w1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a = load <4 x i16>, ptr %m, align 2
  %d = call <16 x float> @heddle.simd_matrix_mad.x(<4 x i16> %a, <32 x i32> %b, <16 x float> %sum, i32 1, i32 16, i32 4, i32 12288)
  %y.next = add i64 %y, 4
  %more = icmp ult i64 %y.next, 64
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %d, ptr %m
  ret void
}

; CHECK-LABEL: define void @written.entry(
; CHECK-NOT:     panel
; CHECK:         ret void
define void @written.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %scratch = alloca [128 x i8], align 64
  %m = load ptr, ptr %arguments
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %y.next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %d, %loop ]
  %window = call { ptr, i64 } @heddle.block_read_window.s(ptr %m, i64 64, i64 64, i64 64, i64 0, i64 %y, i64 32, i64 2, ptr %scratch)
  %first = extractvalue { ptr, i64 } %window, 0
  %r0 = load <32 x i16>, ptr %first, align 2
  %i0 = shufflevector <32 x i16> %r0, <32 x i16> poison, <32 x i32> <i32 0, i32 16, i32 1, i32 17, i32 2, i32 18, i32 3, i32 19, i32 4, i32 20, i32 5, i32 21, i32 6, i32 22, i32 7, i32 23, i32 8, i32 24, i32 9, i32 25, i32 10, i32 26, i32 11, i32 27, i32 12, i32 28, i32 13, i32 29, i32 14, i32 30, i32 15, i32 31>
  %b = bitcast <32 x i16> %i0 to <16 x i32>
  %a = load <2 x i16>, ptr %m, align 2
  %d = call <16 x float> @heddle.simd_matrix_mad.y(<2 x i16> %a, <16 x i32> %b, <16 x float> %sum, i32 1, i32 16, i32 2, i32 12288)
  %y.next = add i64 %y, 2
  %more = icmp ult i64 %y.next, 64
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %d, ptr %m
  ret void
}

declare { ptr, i64 } @heddle.block_read_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
declare <16 x float> @heddle.simd_matrix_mad.x(<4 x i16>, <32 x i32>, <16 x float>, i32, i32, i32, i32)
declare <16 x float> @heddle.simd_matrix_mad.y(<2 x i16>, <16 x i32>, <16 x float>, i32, i32, i32, i32)
