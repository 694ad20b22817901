; Short loops that put a factor together or multiply are to be unrolled, with those inside. Those that
; have too many rounds or products, that write what others see, or that are in no loop with products
; are left to LLVM.
; RUN: heddle-opt --passes=unroll-factor-loops %s | FileCheck %s

declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32) memory(none)

; CHECK-LABEL: @factors(
; CHECK:       element:
; CHECK:       br label %elements, !llvm.loop [[ELEMENTS:![0-9]+]]
; CHECK:       rows.latch:
; CHECK:       br label %rows, !llvm.loop [[ROWS:![0-9]+]]
; CHECK-NOT:   !llvm.loop
; CHECK:       product:
; CHECK:       br label %products, !llvm.loop [[PRODUCTS:![0-9]+]]
; CHECK-NOT:   !llvm.loop
; CHECK:       ret void
; CHECK-DAG:   [[ROWS]] = distinct !{[[ROWS]], [[FULL:![0-9]+]]}
; CHECK-DAG:   [[ELEMENTS]] = distinct !{[[ELEMENTS]], [[FULL]]}
; CHECK-DAG:   [[PRODUCTS]] = distinct !{[[PRODUCTS]], [[FULL]]}
; CHECK-DAG:   [[FULL]] = !{!"llvm.loop.unroll.full"{{.*}}}
define void @factors(ptr addrspace(1) %b, ptr addrspace(3) %local, i32 %k) {
entry:
  br label %rounds
rounds:
  %first = phi i32 [ 0, %entry ], [ %first.next, %latch ]
  %more = icmp slt i32 %first, %k
  br i1 %more, label %rows, label %behind

rows:
  %r = phi i32 [ 0, %rounds ], [ %r.next, %rows.latch ]
  %rows.more = icmp slt i32 %r, 8
  br i1 %rows.more, label %elements, label %many
elements:
  %e = phi i32 [ 0, %rows ], [ %e.next, %element ]
  %elements.more = icmp slt i32 %e, 4
  br i1 %elements.more, label %element, label %rows.latch
element:
  %at = getelementptr i8, ptr addrspace(1) %b, i32 %e
  %byte = load i8, ptr addrspace(1) %at
  %e.next = add nsw i32 %e, 1
  br label %elements
rows.latch:
  %r.next = add nsw i32 %r, 1
  br label %rows

many:
  %m = phi i32 [ 0, %rows ], [ %m.next, %many.latch ]
  %many.more = icmp slt i32 %m, 100
  br i1 %many.more, label %many.latch, label %writes
many.latch:
  %m.next = add nsw i32 %m, 1
  br label %many

writes:
  %w = phi i32 [ 0, %many ], [ %w.next, %write ]
  %writes.more = icmp slt i32 %w, 4
  br i1 %writes.more, label %write, label %products
write:
  %to = getelementptr i8, ptr addrspace(3) %local, i32 %w
  store i8 0, ptr addrspace(3) %to
  %w.next = add nsw i32 %w, 1
  br label %writes

products:
  %p = phi i32 [ 0, %writes ], [ %p.next, %product ]
  %products.more = icmp slt i32 %p, 4
  br i1 %products.more, label %product, label %latch.before
product:
  %sum = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> zeroinitializer, <8 x i32> zeroinitializer, <8 x float> zeroinitializer, i32 16, i32 12288)
  %p.next = add nsw i32 %p, 1
  br label %products

latch.before:
  %q = phi i32 [ 0, %products ], [ %q.next, %too.many.latch ]
  %too.many.more = icmp slt i32 %q, 32
  br i1 %too.many.more, label %too.many, label %latch
too.many:
  %a = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> zeroinitializer, <8 x i32> zeroinitializer, <8 x float> zeroinitializer, i32 16, i32 12288)
  %a2 = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> zeroinitializer, <8 x i32> zeroinitializer, <8 x float> %a, i32 16, i32 12288)
  %a3 = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> zeroinitializer, <8 x i32> zeroinitializer, <8 x float> %a2, i32 16, i32 12288)
  br label %too.many.latch
too.many.latch:
  %q.next = add nsw i32 %q, 1
  br label %latch.before

latch:
  %first.next = add nsw i32 %first, 16
  br label %rounds

behind:
  %i = phi i32 [ 0, %rounds ], [ %i.next, %behind.latch ]
  %behind.more = icmp slt i32 %i, 4
  br i1 %behind.more, label %behind.latch, label %end
behind.latch:
  %i.next = add nsw i32 %i, 1
  br label %behind
end:
  ret void
}
