; A kernel that writes sums between two products asks whether what it writes overlaps what factors are read from. Accesses of the
; version for arguments that do not are marked.
; RUN: heddle-opt --passes=version-argument-overlaps %s | FileCheck %s

declare <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16>, <8 x i32>, <8 x float>, i32, i32) #1

; CHECK-LABEL: define void @blocks(
; CHECK-DAG:     %[[C:.*]] = ptrtoint ptr addrspace(1) %c to i64
; CHECK-DAG:     %[[BEFORE:.*]] = call i64 @heddle.argument_before(i32 2)
; CHECK-DAG:     %[[BEGIN:.*]] = call i64 @llvm.usub.sat.i64(i64 %[[C]], i64 %[[BEFORE]])
; CHECK-DAG:     %[[SIZE:.*]] = call i64 @heddle.argument_size(i32 2)
; CHECK-DAG:     %[[END:.*]] = call i64 @llvm.uadd.sat.i64(i64 %[[BEGIN]], i64 %[[SIZE]])
; CHECK-DAG:     %[[ABEGIN:.*]] = call i64 @llvm.usub.sat.i64(
; CHECK:         icmp ule i64 %[[END]], %[[ABEGIN]]
; CHECK:         br i1 %{{.*}}, label %[[APART:.*]], label %[[OVERLAPS:.*]], !heddle.arguments.overlap
; CHECK:       [[APART]]:
; CHECK:         %x = load {{.*}} !noalias ![[SCOPES:[0-9]+]]
; CHECK:         %y = load {{.*}} !noalias ![[SCOPES]]
; CHECK:         store <8 x float> %d, {{.*}} !alias.scope ![[SCOPES]]
; CHECK:       [[OVERLAPS]]:
; CHECK-NOT:     !noalias
; CHECK-NOT:     !alias.scope
; CHECK:         ret void

define void @blocks(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %ticket, i32 %n) #0 {
entry:
  br label %block
block:
  %i = phi i32 [ 0, %entry ], [ %i.next, %behind ]
  br label %round
round:
  %k = phi i32 [ 0, %block ], [ %k.next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %block ], [ %d, %round ]
  %pa = getelementptr <8 x i16>, ptr addrspace(1) %a, i32 %k
  %x = load <8 x i16>, ptr addrspace(1) %pa
  %pb = getelementptr <8 x i32>, ptr addrspace(1) %b, i32 %k
  %y = load <8 x i32>, ptr addrspace(1) %pb
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 0, i32 0)
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %round, label %behind
behind:
  store <8 x float> %d, ptr addrspace(1) %c
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %block, label %end
end:
  ret void
}

; A relaxed number from another argument orders nothing; a fence does.
; CHECK-LABEL: define void @tickets(
; CHECK:         !heddle.arguments.overlap
; CHECK:         atomicrmw {{.*}} monotonic, align 4, !alias.scope

define void @tickets(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %ticket, i32 %n) #0 {
entry:
  br label %block
block:
  %i = phi i32 [ 0, %entry ], [ %i.next, %behind ]
  %t = atomicrmw add ptr addrspace(1) %ticket, i32 1 monotonic, align 4
  br label %round
round:
  %k = phi i32 [ 0, %block ], [ %k.next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %block ], [ %d, %round ]
  %pa = getelementptr <8 x i16>, ptr addrspace(1) %a, i32 %k
  %x = load <8 x i16>, ptr addrspace(1) %pa
  %pb = getelementptr <8 x i32>, ptr addrspace(1) %b, i32 %k
  %y = load <8 x i32>, ptr addrspace(1) %pb
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 0, i32 0)
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %round, label %behind
behind:
  store <8 x float> %d, ptr addrspace(1) %c
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %block, label %end
end:
  ret void
}

; CHECK-LABEL: define void @ordered(
; CHECK-NOT:     !heddle.arguments.overlap
; CHECK:         ret void

define void @ordered(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, ptr addrspace(1) %ticket, i32 %n) #0 {
entry:
  br label %block
block:
  %i = phi i32 [ 0, %entry ], [ %i.next, %behind ]
  %t = atomicrmw add ptr addrspace(1) %ticket, i32 1 acquire, align 4
  br label %round
round:
  %k = phi i32 [ 0, %block ], [ %k.next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %block ], [ %d, %round ]
  %pa = getelementptr <8 x i16>, ptr addrspace(1) %a, i32 %k
  %x = load <8 x i16>, ptr addrspace(1) %pa
  %pb = getelementptr <8 x i32>, ptr addrspace(1) %b, i32 %k
  %y = load <8 x i32>, ptr addrspace(1) %pb
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 0, i32 0)
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %round, label %behind
behind:
  store <8 x float> %d, ptr addrspace(1) %c
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %block, label %end
end:
  ret void
}

; CHECK-LABEL: define void @restricted(
; CHECK-NOT:     !heddle.arguments.overlap
; CHECK:         ret void

define void @restricted(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) noalias %c, ptr addrspace(1) %ticket, i32 %n) #0 {
entry:
  br label %block
block:
  %i = phi i32 [ 0, %entry ], [ %i.next, %behind ]
  br label %round
round:
  %k = phi i32 [ 0, %block ], [ %k.next, %round ]
  %sum = phi <8 x float> [ zeroinitializer, %block ], [ %d, %round ]
  %pa = getelementptr <8 x i16>, ptr addrspace(1) %a, i32 %k
  %x = load <8 x i16>, ptr addrspace(1) %pa
  %pb = getelementptr <8 x i32>, ptr addrspace(1) %b, i32 %k
  %y = load <8 x i32>, ptr addrspace(1) %pb
  %d = call <8 x float> @heddle.matrix_mad.v8f32.v8i16.v8i32.v8f32.i32.i32(<8 x i16> %x, <8 x i32> %y, <8 x float> %sum, i32 0, i32 0)
  %k.next = add nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %round, label %behind
behind:
  store <8 x float> %d, ptr addrspace(1) %c
  %i.next = add nsw i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %block, label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { convergent nounwind willreturn memory(none) }
