; A loop that looks at the edges of matrices where it reads factors becomes two: rounds inside, in
; which that is not asked, and what is left.
; RUN: heddle-opt --passes=split-guarded-rounds %s | FileCheck %s

declare i32 @heddle.sub_group_local_id()
declare i64 @heddle.group_id(i32)
declare i32 @heddle.sub_group_id()
declare void @heddle.work_group_barrier(i32, i32)
declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)

; s + lane < k, with lanes of 0 to 15, and row < m.
; CHECK-LABEL: define void @edges(
; CHECK:       [[M:%.*]] = sext i32 %m to i64
; CHECK:       [[ROW:%inside.*]] = icmp slt i64 {{%.*}}, [[M]]
; CHECK:       [[BEHIND:%.*]] = add nsw i64 {{%.*}}, 1
; CHECK:       [[BOUND:%.*]] = select i1 {{%.*}}, i64 [[BEHIND]], i64 -9223372036854775808
; CHECK:       br label %rounds.inside
; CHECK:       rounds.inside:
; CHECK:       [[COUNTER:%.*]] = sext i32 %s.inside to i64
; CHECK:       [[IS_INSIDE:%.*]] = icmp slt i64 [[COUNTER]], [[BOUND]]
; CHECK:       br i1 [[IS_INSIDE]], label %body.inside, label %rounds
; CHECK:       body.inside:
; CHECK:       br i1 true, label %columns.inside
; CHECK:       columns.inside:
; CHECK:       br i1 true, label %read.inside
; CHECK:       rounds:
; CHECK:       %s = phi i32 [ %s.inside, %rounds.inside ]
; CHECK:       %sum = phi <8 x float> [ %sum.inside, %rounds.inside ]
; CHECK:       br i1 %below, label %columns, label %product
define void @edges(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %m, i32 %k) "heddle-kernel" {
entry:
  %group = call i64 @heddle.group_id(i32 1)
  %row = trunc i64 %group to i32
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %again = icmp slt i32 %s, %k
  br i1 %again, label %body, label %end
body:
  %lane = call range(i32 0, 16) i32 @heddle.sub_group_local_id()
  %below = icmp slt i32 %row, %m
  br i1 %below, label %columns, label %product
columns:
  %column = add nsw i32 %s, %lane
  %inside = icmp slt i32 %column, %k
  br i1 %inside, label %read, label %product
read:
  %p = getelementptr i16, ptr addrspace(1) %a, i32 %column
  %element = load i16, ptr addrspace(1) %p
  br label %product
product:
  %x = phi i16 [ %element, %read ], [ 0, %columns ], [ 0, %body ]
  %f = insertelement <8 x i16> zeroinitializer, i16 %x, i32 0
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; Each sub-group has a bound of its own: the loop of rounds inside ends where the loop does, too.
; CHECK-LABEL: define void @own_bounds(
; CHECK:       rounds.inside:
; CHECK:       %again.inside = icmp slt i32 %s.inside, %bound
; CHECK:       [[IS_INSIDE:%.*]] = icmp slt i64 {{%.*}}, {{%.*}}
; CHECK:       [[BOTH:%.*]] = and i1 [[IS_INSIDE]], %again.inside
; CHECK:       br i1 [[BOTH]], label %body.inside, label %rounds
define void @own_bounds(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %k) "heddle-kernel" {
entry:
  %id = call range(i32 0, 8) i32 @heddle.sub_group_id()
  %bound = shl nuw nsw i32 %id, 4
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %again = icmp slt i32 %s, %bound
  br i1 %again, label %body, label %end
body:
  %inside = icmp slt i32 %s, %k
  br i1 %inside, label %read, label %product
read:
  %p = getelementptr i16, ptr addrspace(1) %a, i32 %s
  %element = load i16, ptr addrspace(1) %p
  br label %product
product:
  %x = phi i16 [ %element, %read ], [ 0, %body ]
  %f = insertelement <8 x i16> zeroinitializer, i16 %x, i32 0
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; A condition that does not lead to a factor stays, and so does the loop.
; CHECK-LABEL: define void @prefetch(
; CHECK-NOT:   .inside:
; CHECK:       ret void
define void @prefetch(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(3) %tile, i32 %k) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %again = icmp slt i32 %s, %k
  br i1 %again, label %body, label %end
body:
  %s.next = add nsw i32 %s, 16
  %more = icmp slt i32 %s.next, %k
  br i1 %more, label %read, label %product
read:
  %p = getelementptr i16, ptr addrspace(1) %a, i32 %s.next
  %element = load i16, ptr addrspace(1) %p
  store i16 %element, ptr addrspace(3) %tile
  br label %product
product:
  %f = load <8 x i16>, ptr addrspace(3) %tile
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; Sub-groups that meet in the loop do the same rounds of the same loop.
; CHECK-LABEL: define void @meets(
; CHECK-NOT:   .inside:
; CHECK:       ret void
define void @meets(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %k) "heddle-kernel" {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %again = icmp slt i32 %s, %k
  br i1 %again, label %body, label %end
body:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %lane = call range(i32 0, 16) i32 @heddle.sub_group_local_id()
  %column = add nsw i32 %s, %lane
  %inside = icmp slt i32 %column, %k
  br i1 %inside, label %read, label %product
read:
  %p = getelementptr i16, ptr addrspace(1) %a, i32 %column
  %element = load i16, ptr addrspace(1) %p
  br label %product
product:
  %x = phi i16 [ %element, %read ], [ 0, %body ]
  %f = insertelement <8 x i16> zeroinitializer, i16 %x, i32 0
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}

; What is read under the condition is a variable of the work-item, as where keys are masked.
; CHECK-LABEL: define void @variable(
; CHECK-NOT:   .inside:
; CHECK:       ret void
define void @variable(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %k) "heddle-kernel" {
entry:
  %scores = alloca [16 x i16]
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %product ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %product ]
  %again = icmp slt i32 %s, %k
  br i1 %again, label %body, label %end
body:
  %lane = call range(i32 0, 16) i32 @heddle.sub_group_local_id()
  %column = add nsw i32 %s, %lane
  %inside = icmp slt i32 %column, %k
  br i1 %inside, label %read, label %product
read:
  %p = getelementptr i16, ptr %scores, i32 %lane
  %element = load i16, ptr %p
  br label %product
product:
  %x = phi i16 [ %element, %read ], [ 0, %body ]
  %f = insertelement <8 x i16> zeroinitializer, i16 %x, i32 0
  %y = load <8 x i32>, ptr addrspace(1) %b
  %d = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %f, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %a
  ret void
}
