; A factor that lanes make of rows in memory that the kernel does not write is packed in front of the
; loop, with the one beside it, unless the worker has the panel; the loop as it was is there for when
; it has none. Not so where a row may have been written.
; RUN: heddle-opt --passes='function(loop-simplify,lcssa,pack-matrix-panels)' %s | FileCheck %s
; RUN: heddle-opt --passes='function(loop-simplify,lcssa,pack-matrix-panels)' %s | FileCheck %s --check-prefix=PACK
; RUN: heddle-opt --passes='function(loop-simplify,lcssa,pack-matrix-panels)' %s | FileCheck %s --check-prefix=STORE

; The rows are the same in all sub-groups: no key. 16 rounds of two factors of 128 bytes.
; CHECK-LABEL: define void @k.entry(
; CHECK:       entry:
; CHECK:         br i1 {{.*}}, label %unpacked, label %panels
; CHECK:       panels:
; CHECK:         br i1 {{.*}}, label %panel.ready, label %panel.ask
; CHECK:       panel.ready:
; CHECK:         %panel = phi ptr
; CHECK:       panel.ask:
; CHECK:         [[ANSWER:%.*]] = call { ptr, i64 } {{%.*}}(ptr %worker, i32 0, i64 4096, ptr %panel.keys, i32 1)
; CHECK:         br i1 {{.*}}, label %unpacked, label %panel.there
; CHECK:       panel.there:
; CHECK:         br i1 {{.*}}, label %panel.ready, label %panel.new
; CHECK:       loop:
; CHECK:         [[ROUND:%.*]] = phi i64 [ 0, %panel.ready ], [ [[NEXT:%.*]], %loop ]
; CHECK-NOT:     load <16 x i16>
; CHECK:         mul nuw i64 [[ROUND]], 128
; CHECK:         load <16 x i32>, ptr {{.*}}, align 64
; CHECK:         getelementptr i8, ptr %panel, i64 2048
; CHECK:         load <16 x i32>, ptr {{.*}}, align 64
; CHECK:         call <16 x float> @heddle.simd_matrix_mad
; CHECK:         [[NEXT]] = add nuw i64 [[ROUND]], 1
; CHECK:       loop.unpacked:
; CHECK:         load <16 x i16>, ptr addrspace(1) {{[^!]*$}}
; CHECK:         call <16 x float> @heddle.simd_matrix_mad
; CHECK:       loop.pack:
; CHECK-NOT:     heddle.simd_matrix_mad
; CHECK:         br i1 {{.*}}, label %loop.pack, label %panel.made
; Memory is asked for two rounds of four rows ahead, one line for both factors, and rows of words are
; stored as soon as they are there.
; PACK:        loop.pack:
; PACK-COUNT-4:  call void @llvm.prefetch
; PACK-NOT:      call void @llvm.prefetch
; PACK:          br i1 {{.*}}, label %loop.pack, label %panel.made
; STORE:       loop.pack:
; STORE:         store <16 x i32> {{.*}}, align 64
; STORE:         load <16 x i16>
; STORE:         store <16 x i32> {{.*}}, align 64
define void @k.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %m = load ptr addrspace(1), ptr %arguments
  %n = load i64, ptr %nd_range
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %y.next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %d, %loop ]
  %sum2 = phi <16 x float> [ zeroinitializer, %entry ], [ %d2, %loop ]
  %begin = mul i64 %y, %n
  %p0 = getelementptr i16, ptr addrspace(1) %m, i64 %begin
  %r0 = load <16 x i16>, ptr addrspace(1) %p0, align 2, !llvm.access.group !0
  %p1 = getelementptr i16, ptr addrspace(1) %p0, i64 %n
  %r1 = load <16 x i16>, ptr addrspace(1) %p1, align 2, !llvm.access.group !0
  %p2 = getelementptr i16, ptr addrspace(1) %p1, i64 %n
  %r2 = load <16 x i16>, ptr addrspace(1) %p2, align 2, !llvm.access.group !0
  %p3 = getelementptr i16, ptr addrspace(1) %p2, i64 %n
  %r3 = load <16 x i16>, ptr addrspace(1) %p3, align 2, !llvm.access.group !0
  %e0 = zext <16 x i16> %r0 to <16 x i32>
  %e1 = zext <16 x i16> %r1 to <16 x i32>
  %s1 = shl <16 x i32> %e1, splat (i32 16)
  %w0 = or <16 x i32> %e0, %s1
  %e2 = zext <16 x i16> %r2 to <16 x i32>
  %e3 = zext <16 x i16> %r3 to <16 x i32>
  %s3 = shl <16 x i32> %e3, splat (i32 16)
  %w1 = or <16 x i32> %e2, %s3
  %b = shufflevector <16 x i32> %w0, <16 x i32> %w1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %q0 = getelementptr i8, ptr addrspace(1) %p0, i64 32
  %t0 = load <16 x i16>, ptr addrspace(1) %q0, align 2, !llvm.access.group !0
  %q1 = getelementptr i8, ptr addrspace(1) %p1, i64 32
  %t1 = load <16 x i16>, ptr addrspace(1) %q1, align 2, !llvm.access.group !0
  %q2 = getelementptr i8, ptr addrspace(1) %p2, i64 32
  %t2 = load <16 x i16>, ptr addrspace(1) %q2, align 2, !llvm.access.group !0
  %q3 = getelementptr i8, ptr addrspace(1) %p3, i64 32
  %t3 = load <16 x i16>, ptr addrspace(1) %q3, align 2, !llvm.access.group !0
  %f0 = zext <16 x i16> %t0 to <16 x i32>
  %f1 = zext <16 x i16> %t1 to <16 x i32>
  %g1 = shl <16 x i32> %f1, splat (i32 16)
  %v0 = or <16 x i32> %f0, %g1
  %f2 = zext <16 x i16> %t2 to <16 x i32>
  %f3 = zext <16 x i16> %t3 to <16 x i32>
  %g3 = shl <16 x i32> %f3, splat (i32 16)
  %v1 = or <16 x i32> %f2, %g3
  %b2 = shufflevector <16 x i32> %v0, <16 x i32> %v1, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %a = load <4 x i16>, ptr addrspace(1) %m, align 2
  %d = call <16 x float> @heddle.simd_matrix_mad.x(<4 x i16> %a, <32 x i32> %b, <16 x float> %sum, i32 1, i32 16, i32 4, i32 12288)
  %d2 = call <16 x float> @heddle.simd_matrix_mad.x(<4 x i16> %a, <32 x i32> %b2, <16 x float> %sum2, i32 1, i32 16, i32 4, i32 12288)
  %y.next = add i64 %y, 4
  %more = icmp ult i64 %y.next, 64
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %d, ptr addrspace(1) %m
  store <16 x float> %d2, ptr addrspace(1) %m
  ret void
}

; CHECK-LABEL: define void @written.entry(
; CHECK-NOT:     panel
; CHECK:         ret void
define void @written.entry(ptr %arguments, ptr %nd_range, i64 %first_group, i64 %group_count, ptr %worker) {
entry:
  %m = load ptr addrspace(1), ptr %arguments
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %y.next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %d, %loop ]
  %p0 = getelementptr i16, ptr addrspace(1) %m, i64 %y
  %r0 = load <16 x i16>, ptr addrspace(1) %p0, align 2, !llvm.access.group !0
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 512
  %r1 = load <16 x i16>, ptr addrspace(1) %p1, align 2
  %e0 = zext <16 x i16> %r0 to <16 x i32>
  %e1 = zext <16 x i16> %r1 to <16 x i32>
  %s1 = shl <16 x i32> %e1, splat (i32 16)
  %b = or <16 x i32> %e0, %s1
  %a = load <2 x i16>, ptr addrspace(1) %m, align 2
  %d = call <16 x float> @heddle.simd_matrix_mad.y(<2 x i16> %a, <16 x i32> %b, <16 x float> %sum, i32 1, i32 16, i32 2, i32 12288)
  %y.next = add i64 %y, 2
  %more = icmp ult i64 %y.next, 64
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %d, ptr addrspace(1) %m
  ret void
}

declare <16 x float> @heddle.simd_matrix_mad.x(<4 x i16>, <32 x i32>, <16 x float>, i32, i32, i32, i32)
declare <16 x float> @heddle.simd_matrix_mad.y(<2 x i16>, <16 x i32>, <16 x float>, i32, i32, i32, i32)

!heddle-unwritten = !{!0}
!0 = distinct !{}
