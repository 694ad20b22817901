; Loops that may wait for what another sub-group writes let the others run; loops that end or move on
; by themselves are left alone.
; RUN: heddle-opt --passes=yield-in-waiting-loops %s | FileCheck %s

declare i64 @heddle.local_id(i32)
declare void @heddle.work_group_barrier(i32, i32)
@lock = internal addrspace(3) global i32 undef

; CHECK-LABEL: define void @flag(
; CHECK:       loop:
; CHECK-NOT:     yield
; CHECK:         br i1 %done, label %end, label %[[BACK:.*]]
; CHECK:       [[BACK]]:
; CHECK-NEXT:    call void @heddle.sub_group_yield.void()
; CHECK-NEXT:    br label %loop
define void @flag(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @volatile_flag(
; CHECK:         call void @heddle.sub_group_yield
define void @volatile_flag(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %seen = load volatile i32, ptr addrspace(1) %p
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A lock: the expected value does not come from the loop.
; CHECK-LABEL: define void @spin_lock(
; CHECK:         call void @heddle.sub_group_yield
define void @spin_lock() #0 {
entry:
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(3) @lock, i32 0, i32 1 monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %old, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What a round has taken it gives back before the next look, and that is where it yields.
; CHECK-LABEL: define void @semaphore(
; CHECK:         %rounds = phi i32 {{.*}}[ [[NEXT:%[0-9]+]], %again ]
; CHECK:         [[NEXT]] = add i32 %rounds, 1
; CHECK:         [[LOW:%.*]] = and i32 [[NEXT]], 15
; CHECK:         [[LONG:%.*]] = icmp eq i32 [[LOW]], 0
; CHECK:         br i1 [[LONG]]
; CHECK:         call void @heddle.sub_group_yield
; CHECK:         %old = atomicrmw sub
define void @semaphore(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %old = atomicrmw sub ptr addrspace(1) %p, i32 1 monotonic
  %done = icmp sgt i32 %old, 0
  br i1 %done, label %end, label %again
again:
  %back = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  br label %loop
end:
  ret void
}

; Work between the looks: only now and then.
; CHECK-LABEL: define void @until_stopped(
; CHECK:         %rounds = phi
; CHECK:         call void @heddle.sub_group_yield
define void @until_stopped(ptr addrspace(1) %p, ptr addrspace(1) %x) #0 {
entry:
  br label %loop
loop:
  %value = load i32, ptr addrspace(1) %x
  %more = mul i32 %value, 3
  store i32 %more, ptr addrspace(1) %x
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A round that looks whether what it has written is still there: nobody gets in between.
; CHECK-LABEL: define void @marked_counter(
; CHECK:         call void @heddle.sub_group_yield
; CHECK:         %now = load volatile
; CHECK-NOT:     call void @heddle.sub_group_yield
; CHECK:         %seen = load volatile
define void @marked_counter(ptr addrspace(3) %p, i32 %mark) #0 {
entry:
  br label %loop
loop:
  %now = load volatile i32, ptr addrspace(3) %p
  %count = add i32 %now, 1
  %mine = or i32 %count, %mark
  store volatile i32 %mine, ptr addrspace(3) %p
  %seen = load volatile i32, ptr addrspace(3) %p
  %done = icmp eq i32 %seen, %mine
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @compare_and_exchange(
; CHECK-NOT:     yield
define void @compare_and_exchange(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %now = load volatile i32, ptr addrspace(1) %p
  %next = mul i32 %now, 3
  %pair = cmpxchg ptr addrspace(1) %p, i32 %now, i32 %next monotonic monotonic
  %old = extractvalue { i32, i1 } %pair, 0
  %done = icmp eq i32 %old, %now
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @queue(
; CHECK-NOT:     yield
define void @queue(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  br label %loop
loop:
  %mine = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %done = icmp uge i32 %mine, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; It ends, whatever others do.
; CHECK-LABEL: define void @counted(
; CHECK-NOT:     yield
define void @counted(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %next = add nuw nsw i32 %i, 1
  %isLast = icmp eq i32 %next, 100
  %isSet = icmp ne i32 %seen, 0
  %done = or i1 %isLast, %isSet
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @has_a_barrier(
; CHECK-NOT:     yield
define void @has_a_barrier(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Nobody else is there.
; CHECK-LABEL: define void @one_sub_group(
; CHECK-NOT:     yield
define void @one_sub_group(ptr addrspace(1) %p) #0 !reqd_work_group_size !0 {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: define void @private_variable(
; CHECK-NOT:     yield
define void @private_variable() #0 {
entry:
  %p = alloca i32
  store volatile i32 3, ptr %p
  br label %loop
loop:
  %seen = load volatile i32, ptr %p
  %less = sub i32 %seen, 1
  store volatile i32 %less, ptr %p
  %done = icmp eq i32 %less, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The exit's own condition says nothing; whether a round comes to it does.
; CHECK-LABEL: define void @exit_behind_the_look(
; CHECK:         call void @heddle.sub_group_yield
define void @exit_behind_the_look(ptr addrspace(1) %x) #0 {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 monotonic
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %work, label %loop
work:
  store i32 1, ptr addrspace(1) %x
  %free = atomicrmw xchg ptr addrspace(3) @lock, i32 0 monotonic
  br i1 true, label %end, label %loop
end:
  ret void
}

; The look is in a function that was not inlined, and what it finds comes through private memory.
; CHECK-LABEL: define void @peeks(
; CHECK:         call void @heddle.sub_group_yield
; CHECK:         call void @look
define void @peeks(ptr addrspace(1) %p) #0 {
entry:
  %seen = alloca i32
  br label %loop
loop:
  call void @look(ptr addrspace(1) %p, ptr %seen)
  %value = load i32, ptr %seen
  %done = icmp ne i32 %value, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}
define void @look(ptr addrspace(1) %p, ptr %seen) {
  %value = load volatile i32, ptr addrspace(1) %p
  store i32 %value, ptr %seen
  ret void
}

; Both looks may be where it waits.
; CHECK-LABEL: define void @two_looks(
; CHECK:         call void @heddle.sub_group_yield
; CHECK:         %old = atomicrmw
; CHECK:         call void @heddle.sub_group_yield
; CHECK:         %again = atomicrmw
define void @two_looks(ptr addrspace(1) %x) #0 {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 monotonic
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %second, label %loop
second:
  store i32 1, ptr addrspace(1) %x
  %again = atomicrmw xchg ptr addrspace(1) %x, i32 1 monotonic
  %done = icmp eq i32 %again, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Each yield is a copy of the loop: of many looks, the ways to all of them have one.
; CHECK-LABEL: define void @many_looks(
; CHECK:       loop:
; CHECK:       call void @heddle.sub_group_yield
; CHECK:       switch i32 %kind
; CHECK-NOT:   call void @heddle.sub_group_yield
; CHECK:       ret void
define void @many_looks(ptr addrspace(1) %p, ptr addrspace(1) %kinds) #0 {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %found, %next ]
  %place = getelementptr i32, ptr addrspace(1) %kinds, i32 %n
  %kind = load i32, ptr addrspace(1) %place
  switch i32 %kind, label %a [ i32 1, label %b
                               i32 2, label %c
                               i32 3, label %d
                               i32 4, label %e ]
a:
  %at.a = load volatile i32, ptr addrspace(1) %p
  br label %next
b:
  %at.b = atomicrmw xchg ptr addrspace(1) %p, i32 1 monotonic
  br label %next
c:
  %at.c = atomicrmw umax ptr addrspace(1) %p, i32 2 monotonic
  br label %next
d:
  %at.d = atomicrmw xchg ptr addrspace(1) %p, i32 3 monotonic
  br label %next
e:
  %at.e = atomicrmw umin ptr addrspace(1) %p, i32 4 monotonic
  br label %next
next:
  %found = phi i32 [ %at.a, %a ], [ %at.b, %b ], [ %at.c, %c ], [ %at.d, %d ], [ %at.e, %e ]
  store i32 %found, ptr addrspace(1) %kinds
  %done = icmp eq i32 %found, 7
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK: declare void @heddle.sub_group_yield
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
!0 = !{i32 16, i32 1, i32 1}
