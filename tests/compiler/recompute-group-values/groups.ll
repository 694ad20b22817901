; What a loop reads where a group of rounds begins is read in each round, from where the group
; begins; in loops whose first round may be inside of a group it stays.
; RUN: heddle-opt --passes=recompute-group-values,adce %s | FileCheck %s

declare <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32) memory(none)

; CHECK-LABEL: @remainder(
; CHECK-NOT:   %scale = phi
; CHECK:       behind:
; CHECK-NOT:   phi
; CHECK:       [[BEGIN:%.*]] = sub i32 %s, %left
; CHECK:       [[GROUP:%.*]] = sdiv i32 [[BEGIN]], 64
; CHECK:       [[PLACE:%.*]] = getelementptr i32, ptr addrspace(1) %scales, i32 [[GROUP]]
; CHECK:       [[SCALE:%.*]] = load i32, ptr addrspace(1) [[PLACE]]
; CHECK:       mul i32 %weight, [[SCALE]]
define void @remainder(ptr addrspace(1) %scales, ptr addrspace(1) %b, ptr addrspace(1) %d, i32 %k) {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %behind ]
  %scale = phi i32 [ 1, %entry ], [ %scale.now, %behind ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %sum.next, %behind ]
  %more = icmp slt i32 %s, %k
  br i1 %more, label %round, label %end
round:
  %left = srem i32 %s, 64
  %begins = icmp eq i32 %left, 0
  br i1 %begins, label %group, label %behind
group:
  %number = sdiv i32 %s, 64
  %place = getelementptr i32, ptr addrspace(1) %scales, i32 %number
  %read = load i32, ptr addrspace(1) %place
  br label %behind
behind:
  %scale.now = phi i32 [ %read, %group ], [ %scale, %round ]
  %from = getelementptr i32, ptr addrspace(1) %b, i32 %s
  %weight = load i32, ptr addrspace(1) %from
  %scaled = mul i32 %weight, %scale.now
  %factor = insertelement <8 x i32> zeroinitializer, i32 %scaled, i32 0
  %sum.next = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> splat (i16 1), <8 x i32> %factor, <8 x float> %sum, i32 16, i32 0)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %d
  ret void
}

; The number says which group it is, of whatever size.
; CHECK-LABEL: @number(
; CHECK-NOT:   %scale = phi
; CHECK:       behind:
; CHECK:       [[PLACE:%.*]] = getelementptr i32, ptr addrspace(1) %scales, i32 %number
; CHECK:       [[SCALE:%.*]] = load i32, ptr addrspace(1) [[PLACE]]
; CHECK:       mul i32 %weight, [[SCALE]]
define void @number(ptr addrspace(1) %scales, ptr addrspace(1) %b, ptr addrspace(1) %d, i32 %k, i32 %size) {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %behind ]
  %scale = phi i32 [ 1, %entry ], [ %scale.now, %behind ]
  %last = phi i32 [ -1, %entry ], [ %last.now, %behind ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %sum.next, %behind ]
  %more = icmp slt i32 %s, %k
  br i1 %more, label %round, label %end
round:
  %number = sdiv i32 %s, %size
  %begins = icmp ne i32 %number, %last
  br i1 %begins, label %group, label %behind
group:
  %place = getelementptr i32, ptr addrspace(1) %scales, i32 %number
  %read = load i32, ptr addrspace(1) %place
  br label %behind
behind:
  %scale.now = phi i32 [ %read, %group ], [ %scale, %round ]
  %last.now = phi i32 [ %number, %group ], [ %last, %round ]
  %from = getelementptr i32, ptr addrspace(1) %b, i32 %s
  %weight = load i32, ptr addrspace(1) %from
  %scaled = mul i32 %weight, %scale.now
  %factor = insertelement <8 x i32> zeroinitializer, i32 %scaled, i32 0
  %sum.next = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> splat (i16 1), <8 x i32> %factor, <8 x float> %sum, i32 16, i32 0)
  %s.next = add nsw i32 %s, 16
  br label %rounds
end:
  store <8 x float> %sum, ptr addrspace(1) %d
  ret void
}

; Steps of 16 do not meet each multiple of 40, and in the second loop the first round is inside of a
; group.
; CHECK-LABEL: @no_group(
; CHECK:       %scale = phi
; CHECK:       mul i32 %weight, %scale.now
; CHECK:       %scale2 = phi
; CHECK:       mul i32 %weight2, %scale2.now
define void @no_group(ptr addrspace(1) %scales, ptr addrspace(1) %b, ptr addrspace(1) %d, i32 %k) {
entry:
  br label %rounds
rounds:
  %s = phi i32 [ 0, %entry ], [ %s.next, %behind ]
  %scale = phi i32 [ 1, %entry ], [ %scale.now, %behind ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %sum.next, %behind ]
  %more = icmp slt i32 %s, %k
  br i1 %more, label %round, label %second
round:
  %left = srem i32 %s, 40
  %begins = icmp eq i32 %left, 0
  br i1 %begins, label %group, label %behind
group:
  %place = getelementptr i32, ptr addrspace(1) %scales, i32 %s
  %read = load i32, ptr addrspace(1) %place
  br label %behind
behind:
  %scale.now = phi i32 [ %read, %group ], [ %scale, %round ]
  %from = getelementptr i32, ptr addrspace(1) %b, i32 %s
  %weight = load i32, ptr addrspace(1) %from
  %scaled = mul i32 %weight, %scale.now
  %factor = insertelement <8 x i32> zeroinitializer, i32 %scaled, i32 0
  %sum.next = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> splat (i16 1), <8 x i32> %factor, <8 x float> %sum, i32 16, i32 0)
  %s.next = add nsw i32 %s, 16
  br label %rounds
second:
  %t = phi i32 [ 16, %rounds ], [ %t.next, %behind2 ]
  %scale2 = phi i32 [ 1, %rounds ], [ %scale2.now, %behind2 ]
  %sum2 = phi <8 x float> [ %sum, %rounds ], [ %sum2.next, %behind2 ]
  %more2 = icmp slt i32 %t, %k
  br i1 %more2, label %round2, label %end
round2:
  %left2 = srem i32 %t, 64
  %begins2 = icmp eq i32 %left2, 0
  br i1 %begins2, label %group2, label %behind2
group2:
  %place2 = getelementptr i32, ptr addrspace(1) %scales, i32 %t
  %read2 = load i32, ptr addrspace(1) %place2
  br label %behind2
behind2:
  %scale2.now = phi i32 [ %read2, %group2 ], [ %scale2, %round2 ]
  %from2 = getelementptr i32, ptr addrspace(1) %b, i32 %t
  %weight2 = load i32, ptr addrspace(1) %from2
  %scaled2 = mul i32 %weight2, %scale2.now
  %factor2 = insertelement <8 x i32> zeroinitializer, i32 %scaled2, i32 0
  %sum2.next = call <8 x float> @heddle.matrix_mad.v8f32v8i16v8i32v8f32i32i32(<8 x i16> splat (i16 1), <8 x i32> %factor2, <8 x float> %sum2, i32 16, i32 0)
  %t.next = add nsw i32 %t, 16
  br label %second
end:
  store <8 x float> %sum2, ptr addrspace(1) %d
  ret void
}
