; Conditions on arguments that choose from where factors are read, in a loop around matrix operations,
; are decided in versions of the kernel; a comparison and its inverse are one condition.
; RUN: heddle-opt --passes=version-argument-conditions %s | FileCheck %s

declare <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32)
declare i64 @heddle.group_id(i32)

; CHECK-LABEL: define void @flag(
; CHECK:         %[[IS:.*]] = icmp eq i32 %flag, 0
; CHECK-NEXT:    br i1 %[[IS]], label %[[ONE:.*]], label %[[OTHER:.*]]
; CHECK:       [[ONE]]:
; CHECK:         br label %right
; CHECK-NOT:     %b.wide = load
; CHECK:         ret void
; CHECK:       [[OTHER]]:
; CHECK:         br label %left.arguments
; CHECK:         %b.wide.arguments = load
; CHECK-NOT:     %b.narrow.arguments = load
; CHECK:         store
; CHECK-COUNT-4: call void @llvm.sideeffect
; CHECK-NEXT:    ret void
define void @flag(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %n, i32 %flag) #0 {
entry:
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %end ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %end ]
  %x = load <8 x i16>, ptr addrspace(1) %a
  %is = icmp ne i32 %flag, 0
  br i1 %is, label %left, label %right
left:
  %b.wide = load <8 x i32>, ptr addrspace(1) %b
  br label %joined
right:
  %place = getelementptr i32, ptr addrspace(1) %b, i32 %k
  %b.narrow = load <8 x i32>, ptr addrspace(1) %place
  br label %joined
joined:
  %y = phi <8 x i32> [ %b.wide, %left ], [ %b.narrow, %right ]
  %not = icmp eq i32 %flag, 0
  %z = select i1 %not, <8 x i32> %y, <8 x i32> zeroinitializer
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %z, <8 x float> %sum, i32 16, i32 12288)
  br label %end
end:
  %next = add i32 %k, 16
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %exit
exit:
  store <8 x float> %d, ptr addrspace(1) %c
  ret void
}

; Where a factor is read may be all that they decide.
; CHECK-LABEL: define void @place(
; CHECK:         %[[IS:.*]] = icmp sgt i32 %flag, 4
; CHECK-NEXT:    br i1 %[[IS]], label
; CHECK:         %place = getelementptr i32, ptr addrspace(1) %b, i64 16
; CHECK:         %place.arguments = getelementptr i32, ptr addrspace(1) %b, i64 32
define void @place(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %n, i32 %flag) #0 {
entry:
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %joined ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %joined ]
  %x = load <8 x i16>, ptr addrspace(1) %a
  %is = icmp sgt i32 %flag, 4
  br i1 %is, label %right, label %joined
right:
  br label %joined
joined:
  %where = phi i64 [ 32, %round ], [ 16, %right ]
  %place = getelementptr i32, ptr addrspace(1) %b, i64 %where
  %y = load <8 x i32>, ptr addrspace(1) %place
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %next = add i32 %k, 16
  %more = icmp slt i32 %next, %n
  br i1 %more, label %round, label %exit
exit:
  store <8 x float> %d, ptr addrspace(1) %c
  ret void
}

; What differs between work-groups, ends loops, guards a division or decides of no factor, stays.
; CHECK-LABEL: define void @others(
; CHECK-NOT:     .arguments
; CHECK:         %is = icmp
; CHECK:         %some = icmp
; CHECK-NOT:     .arguments
; CHECK:         ret void
; CHECK-NOT:     .arguments
define void @others(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i32 %n, i32 %flag) #0 {
entry:
  %group = call i64 @heddle.group_id(i32 0)
  br label %round
round:
  %k = phi i32 [ 0, %entry ], [ %next, %end ]
  %sum = phi <8 x float> [ zeroinitializer, %entry ], [ %d, %end ]
  %more = icmp slt i32 %n, 16
  br i1 %more, label %body, label %exit
body:
  %x = load <8 x i16>, ptr addrspace(1) %a
  %is = icmp ne i64 %group, 0
  br i1 %is, label %left, label %joined
left:
  %none = icmp eq i32 %flag, 0
  %divisor = select i1 %none, i32 1, i32 %flag
  %number = sdiv i32 %k, %divisor
  %place = getelementptr i32, ptr addrspace(1) %b, i32 %number
  %b.wide = load <8 x i32>, ptr addrspace(1) %place
  br label %joined
joined:
  %y = phi <8 x i32> [ %b.wide, %left ], [ zeroinitializer, %body ]
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 16, i32 12288)
  %some = icmp eq i32 %flag, 3
  br i1 %some, label %write, label %end
write:
  store <8 x float> %d, ptr addrspace(1) %c
  br label %end
end:
  %next = add i32 %k, 16
  br label %round
exit:
  store <8 x float> %sum, ptr addrspace(1) %c
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
