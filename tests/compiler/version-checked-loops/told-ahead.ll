; Loops whose checks can be told ahead are there twice: once without them, for when none finds anything and nothing is traced.
; RUN: heddle-opt --passes=version-checked-loops %s | FileCheck %s

; The last round is one before the end, the counter fits in 32 bits, and both ends are asked for.
; CHECK-LABEL: define void @rows(
; CHECK-DAG:     %[[START:.*]] = sext i32 %start to i64
; CHECK-DAG:     icmp uge i64 %{{.*}}, 4294967296
; CHECK-DAG:     icmp uge i64 %{{.*}}, %size
; CHECK:         %may_find = call i1 @heddle.may_find.i1i1(i1 %{{.*}})
; CHECK-NEXT:    br i1 %may_find, label %[[CHECKED:.*]], label %[[RIGHT:.*]], !prof
; CHECK:       loop.right:
; CHECK-NOT:     call void
; CHECK:         load i8
; CHECK:       body:
; CHECK:         call void @heddle.finding
; CHECK:         call void @heddle.touched
; CHECK:         load i8
define void @rows(ptr addrspace(1) %text, i32 %start, i32 %length, i64 %size) #0 {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %j, %length
  br i1 %more, label %body, label %end
body:
  %index = add i32 %start, %j
  %wide = sext i32 %index to i64
  %wrong = icmp uge i64 %wide, %size
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %wide, i32 0)
  %p = getelementptr i8, ptr addrspace(1) %text, i64 %wide
  %address = ptrtoint ptr addrspace(1) %p to i64
  call void @heddle.touched.voidi64i64i64i32(i64 %address, i64 1, i64 0, i32 1)
  %value = load i8, ptr addrspace(1) %p, align 1
  store i8 %value, ptr addrspace(1) %p, align 1
  %next = add nsw i32 %j, 1
  br label %loop
end:
  ret void
}

; Of two loops the outer one, whose counter the inner one's range depends on. What cannot be told stays.
; CHECK-LABEL: define void @nest(
; CHECK:       entry:
; CHECK:         call i1 @heddle.may_find.i1i1(
; CHECK-NOT:     call i1 @heddle.may_find
; CHECK:       inner.right:
; CHECK-NOT:     call void
; CHECK:         %{{.*}} = load i64
; CHECK-NEXT:    %isFar.right =
; CHECK-NEXT:    call void @heddle.finding.voidi1i64i32(i1 %isFar.right, i64 %{{.*}}, i32 1)
; CHECK:       inner:
; CHECK:         call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %index, i32 0)
define void @nest(ptr addrspace(1) %a, i64 %size) #0 {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %index = add i64 %i, %j
  %wrong = icmp uge i64 %index, %size
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %index, i32 0)
  %p = getelementptr i64, ptr addrspace(1) %a, i64 %index
  %value = load i64, ptr addrspace(1) %p, align 8
  %isFar = icmp uge i64 %value, %size
  call void @heddle.finding.voidi1i64i32(i1 %isFar, i64 %value, i32 1)
  %q = getelementptr i64, ptr addrspace(1) %a, i64 %value
  store i64 0, ptr addrspace(1) %q, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %latch, label %inner
latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 32
  br i1 %i.done, label %end, label %outer
end:
  ret void
}

; Alignment stays as it is where the step is a multiple.
; CHECK-LABEL: define void @aligned(
; CHECK:         %[[BITS:.*]] = and i64 %{{.*}}, 3
; CHECK:         icmp ne i64 %[[BITS]], 0
; CHECK:         call i1 @heddle.may_find
; CHECK-LABEL: define void @misaligned(
; CHECK-NOT:     call i1 @heddle.may_find
; CHECK:         ret void
define void @aligned(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = ptrtoint ptr addrspace(1) %p to i64
  %low = and i64 %address, 3
  %wrong = icmp ne i64 %low, 0
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %address, i32 0)
  store i32 0, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 8
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @misaligned(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %address = ptrtoint ptr addrspace(1) %p to i64
  %low = and i64 %address, 3
  %wrong = icmp ne i64 %low, 0
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %address, i32 0)
  store i32 0, ptr addrspace(1) %p, align 4
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 6
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Work-items that meet in two loops would meet at two places.
; CHECK-LABEL: define void @meeting(
; CHECK-NOT:     call i1 @heddle.may_find
; CHECK:         ret void
define void @meeting(ptr addrspace(1) %a, i64 %size) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %wrong = icmp uge i64 %i, %size
  call void @heddle.finding.voidi1i64i32(i1 %wrong, i64 %i, i32 0)
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %i
  store i8 0, ptr addrspace(1) %p, align 1
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 32
  br i1 %done, label %end, label %loop
end:
  ret void
}

declare void @heddle.finding.voidi1i64i32(i1, i64, i32) #1
declare void @heddle.touched.voidi64i64i64i32(i64, i64, i64, i32) #2
declare void @heddle.work_group_barrier(i32, i32) #3

attributes #0 = { "heddle-kernel" }
attributes #1 = { nounwind nomerge memory(inaccessiblemem: readwrite) }
attributes #2 = { nounwind willreturn memory(read, inaccessiblemem: readwrite) }
attributes #3 = { convergent nounwind willreturn }
