; What a product adds to is zero where nobody has set it, directly or round a loop; factors stay.
; RUN: heddle-opt --passes=define-accumulators %s | FileCheck %s
declare <8 x i32> @heddle.matrix_mad.m(<8 x i16>, <8 x i32>, <8 x i32>, i32, i32)

; CHECK-LABEL: @k(
define <8 x i32> @k(<8 x i16> %a, <8 x i32> %b, i1 %set, i32 %n) {
entry:
  br label %round

round:
; CHECK: %sum = phi <8 x i32> [ zeroinitializer, %entry ], [ %next, %round ]
; CHECK: %other = phi <8 x i32> [ undef, %entry ], [ %b, %round ]
  %sum = phi <8 x i32> [ undef, %entry ], [ %next, %round ]
  %other = phi <8 x i32> [ undef, %entry ], [ %b, %round ]
  %i = phi i32 [ 0, %entry ], [ %j, %round ]
; CHECK: call <8 x i32> @heddle.matrix_mad.m(<8 x i16> poison, <8 x i32> %other, <8 x i32> zeroinitializer
  %alone = call <8 x i32> @heddle.matrix_mad.m(<8 x i16> poison, <8 x i32> %other, <8 x i32> poison, i32 32, i32 0)
; CHECK: select i1 %set, <8 x i32> %sum, <8 x i32> zeroinitializer
  %begin = select i1 %set, <8 x i32> %sum, <8 x i32> undef
  %next = call <8 x i32> @heddle.matrix_mad.m(<8 x i16> %a, <8 x i32> %alone, <8 x i32> %begin, i32 32, i32 0)
  %j = add i32 %i, 1
  %again = icmp ult i32 %j, %n
  br i1 %again, label %round, label %done

done:
  ret <8 x i32> %next
}
