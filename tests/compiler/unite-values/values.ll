; What all ways to a block have computed alike is one value there.
; RUN: heddle-opt --passes=unite-values %s | FileCheck %s

; Only the lower half of the counter is looked at, and that is the same on both ways. What was known
; of the sum of the cleaned counter is not known of this one.
; CHECK-LABEL: define void @counter(
; CHECK:       join:
; CHECK-NEXT:    %next = add i64 %y, %n
define void @counter(i1 %c, i64 %n, ptr %out) {
entry:
  br label %loop
loop:
  %y = phi i64 [ 0, %entry ], [ %next, %join ]
  br i1 %c, label %then, label %join
then:
  %index = and i64 %y, 4294967295
  %place = getelementptr float, ptr %out, i64 %index
  store float 0.0, ptr %place
  br label %join
join:
  %both = phi i64 [ %index, %then ], [ %y, %loop ]
  %next = add nuw nsw i64 %both, %n
  %low = trunc i64 %next to i32
  %more = icmp ult i32 %low, 1000
  br i1 %more, label %loop, label %end
end:
  ret void
}

; All bits are looked at.
; CHECK-LABEL: define i64 @all_bits(
; CHECK:         phi i64
define i64 @all_bits(i1 %c, i64 %y) {
entry:
  br i1 %c, label %then, label %join
then:
  %low = and i64 %y, 4294967295
  br label %join
join:
  %both = phi i64 [ %low, %then ], [ %y, %entry ]
  ret i64 %both
}

; CHECK-LABEL: define i64 @same_operation(
; CHECK:       join:
; CHECK-NEXT:    %both = mul nsw i64 %y, %w
; CHECK-NEXT:    ret i64 %both
define i64 @same_operation(i1 %c, i64 %y, i64 %w, ptr %out) {
entry:
  br i1 %c, label %then, label %else
then:
  %row = mul nsw i64 %y, %w
  store i64 %row, ptr %out
  br label %join
else:
  %again = mul nsw i64 %y, %w
  br label %join
join:
  %both = phi i64 [ %row, %then ], [ %again, %else ]
  ret i64 %both
}
