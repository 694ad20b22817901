; What a condition that is known keeps from running stays in the kernel until its indices were
; widened, as they were chosen before the kernel was copied.
; RUN: heddle-opt --passes=version-index-arithmetic %s | FileCheck %s

declare i32 @heddle.sub_group_local_id()
declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

; CHECK-LABEL: define void @rows(
; CHECK:       br i1 {{%.*}}, label %[[EXACT:.*]], label %[[WRAPS:.*]]
; CHECK:       never:
; CHECK:       [[PLACE:%.*]] = add nsw i64
; CHECK:       getelementptr i32, ptr addrspace(1) %b, i64 [[PLACE]]
; CHECK:       [[WRAPS]]:
define void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %next ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %next ]
  %f = load <8 x i16>, ptr addrspace(1) %a
  br label %read
read:
  %r = phi i32 [ 0, %rounds ], [ %r.next, %body ]
  %y = phi <8 x i32> [ poison, %rounds ], [ %y.next, %body ]
  %more = icmp slt i32 %r, 8
  br i1 %more, label %body, label %product
body:
  %lane = call i32 @heddle.sub_group_local_id()
  %row = mul i32 %r, %n
  %index = add i32 %row, %lane
  %place = zext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %place
  %word = load i32, ptr addrspace(1) %p
  %y.next = insertelement <8 x i32> %y, i32 %word, i32 %r
  %r.next = add nsw i32 %r, 1
  br label %read
product:
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  br i1 false, label %never, label %next
never:
  %twice = mul i32 %s, %n
  %beside = add i32 %twice, 1
  %there = zext i32 %beside to i64
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %there
  %other = load i32, ptr addrspace(1) %q
  store i32 %other, ptr addrspace(1) %a
  br label %next
next:
  %s.next = add nsw i32 %s, 1
  %again = icmp slt i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}
