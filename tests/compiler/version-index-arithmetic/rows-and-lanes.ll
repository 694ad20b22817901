; Sums of rows and lanes that may wrap get a version in which they do not, for a condition on
; arguments. Where it is known not to wrap there is one version; and where nothing is known of the
; index, or nothing that is read by it is a factor, all stays.
; RUN: heddle-opt --passes=version-index-arithmetic %s | FileCheck %s

declare i32 @heddle.sub_group_local_id()
declare i64 @heddle.group_id(i32)
declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

; n is not negative, and 7 rows of it and 63 lanes fit 32 bits.
; CHECK-LABEL: define void @rows(
; CHECK:       [[N:%.*]] = sext i32 %n to i64
; CHECK:       icmp sge i64 [[N]], 0
; CHECK:       [[ROWS:%.*]] = mul i64 8, [[N]]
; CHECK:       [[LAST:%.*]] = add i64 [[ROWS]], 63
; CHECK:       icmp sle i64 [[LAST]], 4294967295
; CHECK:       br i1 {{%.*}}, label %[[EXACT:.*]], label %[[WRAPS:.*]]
; CHECK:       [[EXACT]]:
; CHECK:       [[WIDE:%.*]] = mul nsw i64 {{%.*}}, {{%.*}}
; CHECK:       [[PLACE:%.*]] = add nsw i64 [[WIDE]], {{%.*}}
; CHECK:       getelementptr i32, ptr addrspace(1) %b, i64 [[PLACE]]
; CHECK:       [[WRAPS]]:
; CHECK:       [[NARROW:%.*]] = zext i32 {{%.*}} to i64
; CHECK:       getelementptr i32, ptr addrspace(1) %b, i64 [[NARROW]]
define void @rows(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
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
  %s.next = add nsw i32 %s, 1
  %again = icmp slt i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}

; The same with rows of 100.
; CHECK-LABEL: define void @known(
; CHECK-NOT:   icmp sge
; CHECK:       [[WIDE:%.*]] = mul nsw i64 {{%.*}}, 100
; CHECK:       add nsw i64 [[WIDE]],
; CHECK-NOT:   zext i32 %index
; CHECK:       ret void
define void @known(ptr addrspace(1) %a, ptr addrspace(1) %b) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %f = load <8 x i16>, ptr addrspace(1) %a
  br label %read
read:
  %r = phi i32 [ 0, %rounds ], [ %r.next, %body ]
  %y = phi <8 x i32> [ poison, %rounds ], [ %y.next, %body ]
  %more = icmp ult i32 %r, 8
  br i1 %more, label %body, label %product
body:
  %lane = call i32 @heddle.sub_group_local_id()
  %row = mul i32 %r, 100
  %index = add i32 %row, %lane
  %place = zext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %place
  %word = load i32, ptr addrspace(1) %p
  %y.next = insertelement <8 x i32> %y, i32 %word, i32 %r
  %r.next = add i32 %r, 1
  br label %read
product:
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 1
  %again = icmp slt i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}

; A counter of rounds beside another, and what a work-group begins with: s * 8 * n + group * 64.
; CHECK-LABEL: define void @sums_of_rounds(
; CHECK:       [[GROUP:%.*]] = call i64 @heddle.group_id(i32 0)
; CHECK:       icmp sge i64 [[GROUP]], 0
; CHECK:       udiv i64 {{%.*}}, 16
; CHECK:       br i1
; CHECK:       [[SUM:%.*]] = phi i64
; CHECK:       add nsw i64 [[SUM]],
define void @sums_of_rounds(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, i32 %k) "heddle-kernel" {
entry:
  %group = call i64 @heddle.group_id(i32 0)
  %group32 = trunc i64 %group to i32
  %first = mul i32 %group32, 64
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %rounds ]
  %way = phi i32 [ %first, %entry ], [ %way.next, %rounds ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %rounds ]
  %f = load <8 x i16>, ptr addrspace(1) %a
  %lane = call i32 @heddle.sub_group_local_id()
  %index = add i32 %way, %lane
  %place = zext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %place
  %word = load i32, ptr addrspace(1) %p
  %y = insertelement <8 x i32> poison, i32 %word, i32 0
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %way.next = add i32 %way, %n
  %s.next = add i32 %s, 16
  %again = icmp ult i32 %s.next, %k
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define void @of_memory(
; CHECK-NOT:   br i1 {{.*}}wraps
; CHECK:       zext i32 %index to i64
define void @of_memory(ptr addrspace(1) %a, ptr addrspace(1) %b) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %rounds ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %rounds ]
  %f = load <8 x i16>, ptr addrspace(1) %a
  %lane = call i32 @heddle.sub_group_local_id()
  %n = load i32, ptr addrspace(1) %b
  %index = add i32 %n, %lane
  %place = zext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %place
  %word = load i32, ptr addrspace(1) %p
  %y = insertelement <8 x i32> poison, i32 %word, i32 0
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add i32 %s, 1
  %again = icmp ult i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}

; What is copied to local memory is no factor.
; CHECK-LABEL: define void @staged(
; CHECK-NOT:   br i1 {{.*}}wraps
; CHECK:       zext i32 %index to i64
define void @staged(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(3) %tile, i32 %n) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %rounds ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %rounds ]
  %lane = call i32 @heddle.sub_group_local_id()
  %index = add i32 %n, %lane
  %place = zext i32 %index to i64
  %p = getelementptr i32, ptr addrspace(1) %b, i64 %place
  %word = load i32, ptr addrspace(1) %p
  store i32 %word, ptr addrspace(3) %tile
  %f = load <8 x i16>, ptr addrspace(1) %a
  %y = load <8 x i32>, ptr addrspace(3) %tile
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add i32 %s, 1
  %again = icmp ult i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}

; A work-group that finds its row and column by a division, as guard-division leaves it: the
; quotient and the remainder are known as exactly as the number of the work-group, but where it
; divides by zero.
; CHECK-LABEL: define void @divided(
; CHECK:       [[GROUP:%.*]] = call i64 @heddle.group_id(i32 0)
; CHECK:       [[N:%.*]] = sext i32 %n to i64
; CHECK:       icmp sge i64 [[N]], 1
; CHECK:       [[POSITIVE:%.*]] = call i64 @llvm.smax.i64(i64 [[N]], i64 1)
; CHECK:       [[ROW:%.*]] = udiv i64 [[GROUP]], [[POSITIVE]]
; CHECK:       mul i64 [[ROW]], 4096
; CHECK:       [[LAST:%.*]] = sub i64 [[N]], 1
; CHECK-NOT:   sub i64
; CHECK:       br i1 {{%.*}}, label %{{.*}}, label %{{.*}}wraps
define void @divided(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) "heddle-kernel" {
entry:
  %g = call i64 @heddle.group_id(i32 0)
  %group = trunc i64 %g to i32
  %is.zero = icmp eq i32 %n, 0
  %divisor = select i1 %is.zero, i32 1, i32 %n
  %row = udiv i32 %group, %divisor
  %whole = mul i32 %row, %n
  %column = sub i32 %group, %whole
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %rounds ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %rounds ]
  %f = load <8 x i16>, ptr addrspace(1) %a
  %lane = call i32 @heddle.sub_group_local_id()
  %first = mul i32 %row, 4096
  %behind = add i32 %first, %column
  %index = add i32 %behind, %lane
  %place = zext i32 %index to i64
  %p = getelementptr <8 x i32>, ptr addrspace(1) %b, i64 %place
  %y = load <8 x i32>, ptr addrspace(1) %p
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 1
  %again = icmp slt i32 %s.next, 9
  br i1 %again, label %rounds, label %end
end:
  store <8 x float> %d, ptr addrspace(1) %a
  ret void
}
