; A bound is compared with the wide one of two counters that count alike. Where the narrow one may
; wrap, begins elsewhere or takes other steps, the comparison stays, and so does one with what changes
; from round to round.
; RUN: heddle-opt --passes=unite-counters %s | FileCheck %s

declare void @use(i64, i32)

; The wide counter is there before it is compared.
; CHECK-LABEL: @alike(
; CHECK:         [[BOUND:%.*]] = sext i32 %n to i64
; CHECK:       loop:
; CHECK-NOT:     phi i32
; CHECK:         %wide = phi i64
; CHECK:         %wide.next = add nuw nsw i64 %wide, 32
; CHECK:         icmp slt i64 %wide.next, [[BOUND]]
define void @alike(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ 0, %entry ], [ %wide.next, %loop ]
  %narrow = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nsw i32 %narrow, 32
  %goes.on = icmp slt i32 %next, %n
  %place = getelementptr i32, ptr %p, i64 %wide
  store i32 0, ptr %place
  %wide.next = add nuw nsw i64 %wide, 32
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @from_anywhere(
; CHECK:         [[BOUND:%.*]] = zext i32 %n to i64
; CHECK:         icmp ugt i64 [[BOUND]], %wide
; CHECK:         call void @use(i64 %wide, i32 %narrow)
define void @from_anywhere(i32 %start, i32 %n) {
entry:
  %wide.start = zext i32 %start to i64
  br label %loop
loop:
  %wide = phi i64 [ %wide.start, %entry ], [ %wide.next, %body ]
  %narrow = phi i32 [ %start, %entry ], [ %next, %body ]
  %goes.on = icmp ugt i32 %n, %narrow
  br i1 %goes.on, label %body, label %end
body:
  call void @use(i64 %wide, i32 %narrow)
  %next = add nuw i32 %narrow, 4
  %wide.next = add i64 %wide, 4
  br label %loop
end:
  ret void
}

; CHECK-LABEL: @others(
; CHECK-DAG:     icmp slt i32 %wraps.next, %n
; CHECK-DAG:     icmp slt i32 %later.next, %n
; CHECK-DAG:     icmp slt i32 %faster.next, %n
; CHECK-DAG:     icmp ult i32 %signed.next, %n
; CHECK-DAG:     icmp slt i32 %signed.next, %changes
define void @others(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %wide = phi i64 [ 0, %entry ], [ %wide.next, %loop ]
  %wraps = phi i32 [ 0, %entry ], [ %wraps.next, %loop ]
  %later = phi i32 [ 1, %entry ], [ %later.next, %loop ]
  %faster = phi i32 [ 0, %entry ], [ %faster.next, %loop ]
  %signed = phi i32 [ 0, %entry ], [ %signed.next, %loop ]
  %wide.next = add nsw i64 %wide, 32
  %wraps.next = add i32 %wraps, 32
  %later.next = add nsw i32 %later, 32
  %faster.next = add nsw i32 %faster, 64
  %signed.next = add nsw i32 %signed, 32
  %changes = load i32, ptr %p
  %a = icmp slt i32 %wraps.next, %n
  %b = icmp slt i32 %later.next, %n
  %c = icmp slt i32 %faster.next, %n
  %d = icmp ult i32 %signed.next, %n
  %e = icmp slt i32 %signed.next, %changes
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %abcd = and i1 %ab, %cd
  %goes.on = and i1 %abcd, %e
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}

; A branch around the loop leads to it.
; CHECK-LABEL: @behind_a_guard(
; CHECK:         [[BOUND:%.*]] = sext i32 %n to i64
; CHECK:         icmp slt i64 %wide.next, [[BOUND]]
define void @behind_a_guard(ptr %p, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %wide = phi i64 [ 0, %entry ], [ %wide.next, %loop ]
  %narrow = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr i32, ptr %p, i64 %wide
  store i32 0, ptr %place
  %next = add nsw i32 %narrow, 32
  %wide.next = add nuw nsw i64 %wide, 32
  %goes.on = icmp slt i32 %next, %n
  br i1 %goes.on, label %loop, label %end
end:
  ret void
}
