; Pairs of sub-groups meet once for the products of a block, where the whole work-group comes to it.
; RUN: heddle-opt --passes=merge-pair-joins %s | FileCheck %s

declare i32 @heddle.sub_group_id()
declare <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32>) #0
declare <2 x i32> @heddle.pair_join.v2i32i32(i32) #0
declare void @heddle.work_group_barrier(i32, i32) #0

; Rows that are the same in two products are brought together once. The loop is that of all.
; CHECK-LABEL: @loop(
; CHECK:       round:
; CHECK:         [[ALL:%.*]] = call <8 x i32> @heddle.pair_join.v8i32v2i32v2i32(<2 x i32> %a, <2 x i32> %b)
; CHECK-NEXT:    [[A:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT:    [[B:%.*]] = shufflevector <8 x i32> [[ALL]], <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT:    %x = add <4 x i32> [[A]], %s
; CHECK-NEXT:    %y = add <4 x i32> [[B]], %x
; CHECK-NEXT:    %z = add <4 x i32> [[A]], %y
; CHECK-NOT:     pair_join
; CHECK:         ret
define <4 x i32> @loop(<2 x i32> %a, ptr %p, i32 %n) {
entry:
  br label %round
round:
  %i = phi i32 [ 0, %entry ], [ %next, %round ]
  %s = phi <4 x i32> [ zeroinitializer, %entry ], [ %z, %round ]
  %first = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  %b = load <2 x i32>, ptr %p
  %x = add <4 x i32> %first, %s
  %second = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
  %y = add <4 x i32> %second, %x
  %third = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  %z = add <4 x i32> %third, %y
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %round, label %end
end:
  ret <4 x i32> %z
}

; Rows of another height, and those that come from results, meet by themselves.
; CHECK-LABEL: @others(
; CHECK:         %c = load
; CHECK-NEXT:    call <8 x i32> @heddle.pair_join.v8i32v2i32v2i32(<2 x i32> %a, <2 x i32> %c)
; CHECK:         call <2 x i32> @heddle.pair_join.v2i32i32(i32 %d)
; CHECK:         call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
; CHECK:         call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %part)
define <4 x i32> @others(<2 x i32> %a, <2 x i32> %b, ptr %p, i32 %d) {
  %first = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  %x = add <4 x i32> %first, splat (i32 1)
  %c = load <2 x i32>, ptr %p
  %second = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %c)
  %y = add <4 x i32> %second, %x
  %low = call <2 x i32> @heddle.pair_join.v2i32i32(i32 %d)
  %wide = shufflevector <2 x i32> %low, <2 x i32> poison, <4 x i32> <i32 0, i32 1, i32 0, i32 1>
  %w = add <4 x i32> %wide, %y
  %third = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
  %z = add <4 x i32> %third, %w
  %part = shufflevector <4 x i32> %z, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
  %fourth = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %part)
  ret <4 x i32> %fourth
}

; What a result is written to may be read for the next rows.
; CHECK-LABEL: @written(
; CHECK:         pair_join.v4i32v2i32(<2 x i32> %a)
; CHECK-NEXT:    store
; CHECK:         pair_join.v4i32v2i32(<2 x i32> %b)
define <4 x i32> @written(<2 x i32> %a, ptr %p) {
  %first = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  store <4 x i32> %first, ptr %p
  %b = load <2 x i32>, ptr %p
  %second = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
  ret <4 x i32> %second
}

; A barrier is for those before it.
; CHECK-LABEL: @barrier(
; CHECK:         pair_join.v4i32v2i32(<2 x i32> %a)
; CHECK:         work_group_barrier
; CHECK:         pair_join.v4i32v2i32(<2 x i32> %b)
define <4 x i32> @barrier(<2 x i32> %a, <2 x i32> %b) {
  %first = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %second = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
  %sum = add <4 x i32> %first, %second
  ret <4 x i32> %sum
}

; One of a pair may meet the other here and elsewhere.
; CHECK-LABEL: @some(
; CHECK-COUNT-3: pair_join.v4i32v2i32(
define <4 x i32> @some(<2 x i32> %a, <2 x i32> %b) {
entry:
  %id = call i32 @heddle.sub_group_id()
  %odd = trunc i32 %id to i1
  br i1 %odd, label %here, label %end
here:
  %one = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  br label %end
end:
  %first = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %a)
  %second = call <4 x i32> @heddle.pair_join.v4i32v2i32(<2 x i32> %b)
  %sum = add <4 x i32> %first, %second
  ret <4 x i32> %sum
}

attributes #0 = { convergent }
