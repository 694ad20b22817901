; A loop that goes back from two blocks goes back from one, and keeps what is said of it.
; RUN: heddle-opt --passes=merge-back-edges %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK:       loop.again:
; CHECK-NEXT:    %[[NEXT:.*]] = phi i32 [ %up, %work ], [ %down, %skip ]
; CHECK-NEXT:    br label %loop, !llvm.loop
; CHECK:       loop:
; CHECK-NEXT:    phi i32 [ 0, %entry ], [ %[[NEXT]], %loop.again ]
; CHECK:       skip:
; CHECK:         br label %loop.again{{$}}
; CHECK:       work:
; CHECK:         br i1 %{{.*}}, label %loop.again, label %end{{$}}

; A loop that does not is left alone.
; CHECK-LABEL: define void @one_way(
; CHECK-NOT:     .again

define void @k(ptr %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %down, %skip ], [ %up, %work ]
  %value = load i32, ptr %p
  %zero = icmp eq i32 %value, 0
  br i1 %zero, label %skip, label %work

skip:
  %down = sub i32 %i, 1
  br label %loop, !llvm.loop !0

work:
  %up = add i32 %i, 1
  store i32 %up, ptr %p
  %more = icmp slt i32 %up, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

define void @one_way(ptr %p, i32 %n) {
entry:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  store i32 %next, ptr %p
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
