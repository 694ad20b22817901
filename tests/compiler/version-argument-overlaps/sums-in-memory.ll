; A loop that adds to a place of memory in each round asks whether what it reads may be that place. Otherwise the sum is kept in a
; register.
; RUN: heddle-opt --passes=version-argument-overlaps %s | FileCheck %s
; RUN: heddle-opt --passes='version-argument-overlaps,function(loop-mssa(licm))' %s | FileCheck %s --check-prefix=KEPT

; CHECK-LABEL: define void @adds(
; CHECK:         br i1 %{{.*}}, label %[[APART:.*]], label %[[OVERLAPS:.*]], !prof !{{.*}}, !heddle.arguments.overlap
; CHECK:       [[APART]]:
; CHECK:         %x = load float, {{.*}} !noalias ![[SCOPES:[0-9]+]]
; CHECK:         %before = load float, {{.*}} !alias.scope ![[SCOPES]]
; CHECK:         store float %sum, {{.*}} !alias.scope ![[SCOPES]]
; CHECK:       [[OVERLAPS]]:
; CHECK-NOT:     !alias.scope
; CHECK:         ret void
; KEPT-LABEL:  define void @adds(
; KEPT:        round:
; KEPT-NOT:      store
; KEPT:          br i1
; KEPT:        round.overlaps:
; KEPT:          store float
; KEPT:          br i1
define void @adds(ptr addrspace(1) %a, ptr addrspace(1) dereferenceable(4) %c, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %before = load float, ptr addrspace(1) %c
  %sum = fadd float %before, %x
  store float %sum, ptr addrspace(1) %c
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Two sums: what one of them writes is apart from the other, too.
; CHECK-LABEL: define void @two(
; CHECK:         !heddle.arguments.overlap
; CHECK:         store float %sum.c, {{.*}} !alias.scope ![[C:[0-9]+]]
; CHECK:         store float %sum.d, {{.*}} !alias.scope !{{[0-9]+}}, !noalias ![[C]]
define void @two(ptr addrspace(1) %a, ptr addrspace(1) %c, ptr addrspace(1) %d, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %before.c = load float, ptr addrspace(1) %c
  %sum.c = fadd float %before.c, %x
  store float %sum.c, ptr addrspace(1) %c
  %before.d = load float, ptr addrspace(1) %d
  %sum.d = fsub float %before.d, %x
  store float %sum.d, ptr addrspace(1) %d
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; CHECK-NOT: !heddle.arguments.overlap

; Nothing stands in between.
define void @restricted(ptr addrspace(1) %a, ptr addrspace(1) noalias %c, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %before = load float, ptr addrspace(1) %c
  %sum = fadd float %before, %x
  store float %sum, ptr addrspace(1) %c
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Each round has a place of its own.
define void @places(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %pc = getelementptr float, ptr addrspace(1) %c, i64 %k
  %before = load float, ptr addrspace(1) %pc
  %sum = fadd float %before, %x
  store float %sum, ptr addrspace(1) %pc
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; A fence shows what others have written.
define void @fenced(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  fence acquire
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %before = load float, ptr addrspace(1) %c
  %sum = fadd float %before, %x
  store float %sum, ptr addrspace(1) %c
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %round, label %end
end:
  ret void
}

; Few rounds.
define void @few(ptr addrspace(1) %a, ptr addrspace(1) %c) #0 {
entry:
  br label %round
round:
  %k = phi i64 [ 0, %entry ], [ %k.next, %round ]
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %pa
  %before = load float, ptr addrspace(1) %c
  %sum = fadd float %before, %x
  store float %sum, ptr addrspace(1) %c
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, 8
  br i1 %more, label %round, label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
