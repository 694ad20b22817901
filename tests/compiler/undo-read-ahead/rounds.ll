; Factors that are read a round ahead are multiplied in the round that reads them, and the first ones
; by a round before the first one, if it reads the same, or in front of the loop.
; RUN: heddle-opt --passes=undo-read-ahead %s | FileCheck %s

declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32) memory(none)

; A guard passes the loop by where there is one round only.
; CHECK-LABEL: @behind_a_guard(
; CHECK-NOT:   load
; CHECK:       br label %rounds
; CHECK:       rounds:
; CHECK-DAG:   %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
; CHECK-DAG:   %first = phi i64 [ 0, %entry ], [ %next, %rounds ]
; CHECK-NOT:   phi
; CHECK:       %x.next = load
; CHECK:       %y.next = load
; CHECK:       %more = call {{.*}}(<8 x i16> %x.next, <8 x i32> %y.next, <8 x float> %sum,
; CHECK:       behind:
; CHECK-NEXT:  [[ALL:%.+]] = phi <8 x float> [ %more, %rounds ]
; CHECK-NEXT:  store <8 x float> [[ALL]]
define void @behind_a_guard(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %k) {
entry:
  %end = sext i32 %k to i64
  %x.first = load <8 x i16>, ptr addrspace(1) %a
  %y.first = load <8 x i32>, ptr addrspace(1) %b
  %many = icmp sgt i32 %k, 16
  br i1 %many, label %rounds, label %behind
rounds:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %y = phi <8 x i32> [ %y.first, %entry ], [ %y.next, %rounds ]
  %first = phi i64 [ 16, %entry ], [ %next, %rounds ]
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %first
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  %y.at = getelementptr i32, ptr addrspace(1) %b, i64 %first
  %y.next = load <8 x i32>, ptr addrspace(1) %y.at
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add nuw nsw i64 %first, 16
  %again = icmp slt i64 %next, %end
  br i1 %again, label %rounds, label %behind
behind:
  %sum.last = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x.last = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %y.last = phi <8 x i32> [ %y.first, %entry ], [ %y.next, %rounds ]
  %all = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x.last, <8 x i32> %y.last, <8 x float> %sum.last, i32 16, i32 12288)
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; Each round asks whether another one follows before it reads: each reads what it multiplies. Pointers
; go on.
; CHECK-LABEL: @asks(
; CHECK:       round:
; CHECK:       [[FROM:%.+]] = phi ptr addrspace(1) [ %a, %entry ], [ [[NEXT:%.+]], %round ]
; CHECK-NOT:   phi <8 x i16>
; CHECK:       [[READ:%.+]] = load <8 x i16>, ptr addrspace(1) [[FROM]]
; CHECK-NOT:   load
; CHECK:       call {{.*}}(<8 x i16> [[READ]], <8 x i32> %y,
; CHECK-NEXT:  br i1 {{%.+}}, label %round, label
; CHECK-NOT:   call
; CHECK:       ret void
define void @asks(ptr addrspace(1) %a, <8 x i32> %y, ptr addrspace(1) %c, i32 %k) {
entry:
  %x.first = load <8 x i16>, ptr addrspace(1) %a
  br label %round
round:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %join ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.then, %join ]
  %from = phi ptr addrspace(1) [ %a, %entry ], [ %x.at, %join ]
  %first = phi i32 [ 0, %entry ], [ %next, %join ]
  %next = add nuw nsw i32 %first, 16
  %x.at = getelementptr i16, ptr addrspace(1) %from, i64 16
  %again = icmp slt i32 %next, %k
  br i1 %again, label %read, label %join
read:
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  br label %join
join:
  %x.then = phi <8 x i16> [ %x, %round ], [ %x.next, %read ]
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  br i1 %again, label %round, label %behind
behind:
  %all = phi <8 x float> [ %more, %join ]
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; What is read first is something else: it is multiplied in front.
; CHECK-LABEL: @begins_elsewhere(
; CHECK:       %x.first = load
; CHECK:       [[BEGIN:%.+]] = call {{.*}}(<8 x i16> %x.first, <8 x i32> %y, <8 x float> zeroinitializer,
; CHECK-NEXT:  br label %rounds
; CHECK:       %sum = phi <8 x float> [ [[BEGIN]], %entry ], [ %more, %rounds ]
; CHECK-NEXT:  %first = phi i64 [ 16, %entry ]
; CHECK:       %more = call {{.*}}(<8 x i16> %x.next, <8 x i32> %y, <8 x float> %sum,
; CHECK:       behind:
; CHECK-NEXT:  store <8 x float> %more
define void @begins_elsewhere(ptr addrspace(1) %a, ptr addrspace(1) %b, <8 x i32> %y, ptr addrspace(1) %c) {
entry:
  %x.first = load <8 x i16>, ptr addrspace(1) %b
  br label %rounds
rounds:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %first = phi i64 [ 16, %entry ], [ %next, %rounds ]
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %first
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add nuw nsw i64 %first, 16
  %again = icmp ult i64 %next, 1024
  br i1 %again, label %rounds, label %behind
behind:
  %all = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x.next, <8 x i32> %y, <8 x float> %more, i32 16, i32 12288)
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; Something is written between: what is read first may be another value later.
; CHECK-LABEL: @written_between(
; CHECK:       %x.first = load
; CHECK:       store
; CHECK:       call {{.*}}(<8 x i16> %x.first,
; CHECK:       phi i64 [ 16, %entry ]
define void @written_between(ptr addrspace(1) %a, <8 x i32> %y, ptr addrspace(1) %c) {
entry:
  %x.first = load <8 x i16>, ptr addrspace(1) %a
  store i16 0, ptr addrspace(1) %c
  br label %rounds
rounds:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %first = phi i64 [ 16, %entry ], [ %next, %rounds ]
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %first
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add nuw nsw i64 %first, 16
  %again = icmp ult i64 %next, 1024
  br i1 %again, label %rounds, label %behind
behind:
  %all = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x.next, <8 x i32> %y, <8 x float> %more, i32 16, i32 12288)
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; Behind the loop the factors are multiplied with something else: the products stay, and each round
; reads once more what the one before has read.
; CHECK-LABEL: @another_product(
; CHECK:       rounds:
; CHECK:       [[BEFORE:%.*]] = sub nsw i64 %first, 16
; CHECK-NEXT:  [[AT:%.*]] = getelementptr i16, ptr addrspace(1) %a, i64 [[BEFORE]]
; CHECK-NEXT:  [[X:%.*]] = load <8 x i16>, ptr addrspace(1) [[AT]]
; CHECK:       call {{.*}}(<8 x i16> [[X]], <8 x i32> %y,
; CHECK:       call {{.*}}(<8 x i16> %x.next, <8 x i32> %z,
define void @another_product(ptr addrspace(1) %a, <8 x i32> %y, <8 x i32> %z, ptr addrspace(1) %c) {
entry:
  %x.first = load <8 x i16>, ptr addrspace(1) %a
  br label %rounds
rounds:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %first = phi i64 [ 16, %entry ], [ %next, %rounds ]
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %first
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add nuw nsw i64 %first, 16
  %again = icmp ult i64 %next, 1024
  br i1 %again, label %rounds, label %behind
behind:
  %all = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x.next, <8 x i32> %z, <8 x float> %more, i32 16, i32 12288)
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; A sum that is one of bits only as long as the counter is not below zero.
; CHECK-LABEL: @sum_of_bits(
; CHECK:       rounds:
; CHECK:       [[BEFORE:%.*]] = sub nsw i64 %first, 16
; CHECK-NEXT:  [[SUM:%.*]] = add i64 [[BEFORE]], 4096
; CHECK-NEXT:  [[INDEX:%.*]] = add nsw i64 [[SUM]], 16
; CHECK-NEXT:  [[AT:%.*]] = getelementptr i16, ptr addrspace(1) %a, i64 [[INDEX]]
; CHECK-NEXT:  load <8 x i16>, ptr addrspace(1) [[AT]]
define void @sum_of_bits(ptr addrspace(1) %a, <8 x i32> %y, <8 x i32> %z, ptr addrspace(1) %c) {
entry:
  %first.at = getelementptr i16, ptr addrspace(1) %a, i64 4096
  %x.first = load <8 x i16>, ptr addrspace(1) %first.at
  br label %rounds
rounds:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %rounds ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.next, %rounds ]
  %first = phi i64 [ 0, %entry ], [ %next, %rounds ]
  %bits = or disjoint i64 %first, 4096
  %index = add nuw nsw i64 %bits, 16
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %index
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add nuw nsw i64 %first, 16
  %again = icmp ult i64 %next, 1024
  br i1 %again, label %rounds, label %behind
behind:
  %all = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x.next, <8 x i32> %z, <8 x float> %more, i32 16, i32 12288)
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; Where another round follows, a block is read and the pointer goes on. What is written in front of
; that is another tile's.
; CHECK-LABEL: @asks_for_blocks(
; CHECK:       store
; CHECK-NOT:   call
; CHECK:       round:
; CHECK:       [[FROM:%.+]] = phi ptr addrspace(1) [ %a, %entry ], [ [[NEXT:%.+]], %round ]
; CHECK-NOT:   phi <8 x i16>
; CHECK:       [[READ:%.+]] = call <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1) [[FROM]])
; CHECK-NOT:   block_read
; CHECK:       [[NEXT]] = getelementptr i16, ptr addrspace(1) [[FROM]], i64 16
; CHECK-NOT:   block_read
; CHECK:       ret void
declare <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1)) convergent nounwind willreturn
define void @asks_for_blocks(ptr addrspace(1) %a, <8 x i32> %y, ptr addrspace(1) %c, i32 %k) {
entry:
  store i16 0, ptr addrspace(1) %c
  br label %tile
tile:
  %x.first = call <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1) %a)
  br label %round
round:
  %sum = phi <8 x float> [ zeroinitializer, %tile ], [ %more, %join ]
  %x = phi <8 x i16> [ %x.first, %tile ], [ %x.then, %join ]
  %from = phi ptr addrspace(1) [ %a, %tile ], [ %from.then, %join ]
  %first = phi i32 [ 0, %tile ], [ %next, %join ]
  %next = add nuw nsw i32 %first, 16
  %again = icmp slt i32 %next, %k
  br i1 %again, label %read, label %join
read:
  %x.at = getelementptr i16, ptr addrspace(1) %from, i64 16
  %x.next = call <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1) %x.at)
  br label %join
join:
  %x.then = phi <8 x i16> [ %x, %round ], [ %x.next, %read ]
  %from.then = phi ptr addrspace(1) [ %from, %round ], [ %x.at, %read ]
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  br i1 %again, label %round, label %behind
behind:
  %all = phi <8 x float> [ %more, %join ]
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}

; A counter that may wrap.
; CHECK-LABEL: @asks_for_unsigned(
; CHECK:       round:
; CHECK:       [[FIRST:%.+]] = phi i32 [ 0, %entry ], [ %next, %round ]
; CHECK-NOT:   phi <8 x i16>
; CHECK:       [[INDEX:%.+]] = zext i32 [[FIRST]] to i64
; CHECK-NEXT:  [[AT:%.+]] = getelementptr i16, ptr addrspace(1) %a, i64 [[INDEX]]
; CHECK-NEXT:  [[READ:%.+]] = load <8 x i16>, ptr addrspace(1) [[AT]]
; CHECK-NOT:   load
; CHECK:       call {{.*}}(<8 x i16> [[READ]], <8 x i32> %y,
; CHECK:       ret void
define void @asks_for_unsigned(ptr addrspace(1) %a, <8 x i32> %y, ptr addrspace(1) %c, i32 %k) {
entry:
  %x.first = load <8 x i16>, ptr addrspace(1) %a
  br label %round
round:
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %more, %join ]
  %x = phi <8 x i16> [ %x.first, %entry ], [ %x.then, %join ]
  %first = phi i32 [ 0, %entry ], [ %next, %join ]
  %next = add i32 %first, 16
  %again = icmp ult i32 %next, %k
  br i1 %again, label %read, label %join
read:
  %index = zext i32 %next to i64
  %x.at = getelementptr i16, ptr addrspace(1) %a, i64 %index
  %x.next = load <8 x i16>, ptr addrspace(1) %x.at
  br label %join
join:
  %x.then = phi <8 x i16> [ %x, %round ], [ %x.next, %read ]
  %more = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  br i1 %again, label %round, label %behind
behind:
  %all = phi <8 x float> [ %more, %join ]
  store <8 x float> %all, ptr addrspace(1) %c
  ret void
}
