; What a lane does with a lock becomes part of the loop in which others wait for it.
; RUN: heddle-opt --passes=schedule-lanes %s | FileCheck %s

declare i64 @heddle.local_id(i32)
declare void @heddle.work_group_barrier(i32, i32) convergent
declare i32 @heddle.sub_group_reduce.i32i32i32(i32, i32) convergent memory(none)
@lock = internal addrspace(3) global i32 poison
@sum = internal addrspace(3) global i32 poison

; CHECK-LABEL: define void @spin(
; CHECK:       lanes:
; CHECK-NEXT:    %at = phi i32
; CHECK-NEXT:    br label %loop
; CHECK:       [[AGAIN:lanes.step]]:
; CHECK-NEXT:    br label %lanes.collect
; CHECK:       [[DONE:lanes.step[0-9]+]]:
; CHECK-NEXT:    br label %lanes.collect
; CHECK:       lanes.collect:
; CHECK-NEXT:    %to = phi i32 [ 0, %[[AGAIN]] ], [ 1, %[[DONE]] ]
; CHECK-NEXT:    [[STAYS:%.*]] = icmp ult i32 %to, 1
; CHECK-NEXT:    br i1 [[STAYS]], label %lanes, label %lanes.end
; CHECK:       lanes.end:
; CHECK-NEXT:    br label %after
; CHECK:       loop:
; CHECK:         br i1 %taken, label %work, label %[[AGAIN]]
; CHECK:       work:
; CHECK:         xchg ptr addrspace(3) @lock, i32 0
; CHECK-NEXT:    br label %[[DONE]]
; CHECK:       after:
; CHECK-NEXT:    call void @heddle.work_group_barrier
define void @spin() #0 {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 monotonic
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %work, label %loop
work:
  %value = load i32, ptr addrspace(3) @sum
  %more = add i32 %value, 1
  store i32 %more, ptr addrspace(3) @sum
  %free = atomicrmw xchg ptr addrspace(3) @lock, i32 0 monotonic
  br label %after
after:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  ret void
}

; The lock is given back in each round of the outer loop, which stays a loop of its own.
; CHECK-LABEL: define void @in_a_loop(
; CHECK:       outer:
; CHECK-NEXT:    %i = phi i32 [ 0, %entry ], [ %next, %lanes.end ]
; CHECK:       lanes:
; CHECK:         br label %loop
; CHECK:       lanes.end:
; CHECK-NEXT:    %next = add i32 %i, 1
; CHECK-NEXT:    %isLast =
; CHECK-NEXT:    br i1 %isLast, label %end, label %outer
define void @in_a_loop(i32 %n) #0 {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %work ]
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(3) @lock, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %work, label %loop
work:
  store volatile i32 1, ptr addrspace(3) @sum
  store atomic i32 0, ptr addrspace(3) @lock monotonic, align 4
  %next = add i32 %i, 1
  %isLast = icmp eq i32 %next, %n
  br i1 %isLast, label %end, label %outer
end:
  ret void
}

; It is held when the outer loop goes round: lanes wait at both places.
; CHECK-LABEL: define void @held(
; CHECK:       lanes:
; CHECK:         switch i32 %at, label %outer [
; CHECK-NEXT:      i32 0, label %loop
; CHECK:       lanes.collect:
; CHECK:         %to = phi i32 [ 0, %lanes.step ], [ 1, %lanes.step{{[0-9]+}} ], [ 2, %lanes.step{{[0-9]+}} ]
; CHECK:       outer:
; CHECK:         br label %loop
; CHECK:       end:
; CHECK:         br label %lanes.step
define void @held(ptr addrspace(3) %locks, i32 %n) #0 {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %next, %work ]
  %lock = getelementptr i32, ptr addrspace(3) %locks, i32 %i
  br label %loop
loop:
  %pair = cmpxchg ptr addrspace(3) %lock, i32 0, i32 1 monotonic monotonic
  %taken = extractvalue { i32, i1 } %pair, 1
  br i1 %taken, label %work, label %loop
work:
  %before = getelementptr i32, ptr addrspace(3) %lock, i32 -1
  store atomic i32 0, ptr addrspace(3) %before monotonic, align 4
  %next = add i32 %i, 1
  %isLast = icmp eq i32 %next, %n
  br i1 %isLast, label %end, label %outer
end:
  store atomic i32 0, ptr addrspace(3) %lock monotonic, align 4
  ret void
}

; What LLVM has moved behind the loop would be in the middle of the lock.
; CHECK-LABEL: define void @moved(
; CHECK:       entry:
; CHECK-NEXT:    %all = call i32 @heddle.sub_group_reduce
define void @moved(i32 %x) #0 {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 monotonic
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %work, label %loop
work:
  %all = call i32 @heddle.sub_group_reduce.i32i32i32(i32 %x, i32 0)
  store volatile i32 %all, ptr addrspace(3) @sum
  %free = atomicrmw xchg ptr addrspace(3) @lock, i32 0 monotonic
  ret void
}

; Somebody gets further in each round.
; CHECK-LABEL: define void @compare_and_exchange(
; CHECK-NOT:     lanes
; CHECK:         ret void
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
  store atomic i32 0, ptr addrspace(1) %p monotonic, align 4
  ret void
}

; All lanes leave it together.
; CHECK-LABEL: define void @uniform_flag(
; CHECK-NOT:     lanes
; CHECK:         ret void
define void @uniform_flag(ptr addrspace(1) %p) #0 {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
end:
  store atomic i32 2, ptr addrspace(1) %p monotonic, align 4
  ret void
}

; One lane waits for what another one does on the other side of the branch.
; CHECK-LABEL: define void @other_side(
; CHECK:         switch i32 %at
; CHECK:         br i1 %first, label %loop, label %set
define void @other_side(ptr addrspace(1) %p) #0 {
entry:
  %id = call i64 @heddle.local_id(i32 0)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %loop, label %set
loop:
  %seen = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %loop
set:
  store atomic i32 2, ptr addrspace(1) %p monotonic, align 4
  br label %end
end:
  ret void
}

; A single lane waits for nobody in its sub-group.
; CHECK-LABEL: define void @one_lane(
; CHECK-NOT:     lanes
; CHECK:         ret void
define void @one_lane() #1 {
entry:
  br label %loop
loop:
  %old = atomicrmw xchg ptr addrspace(3) @lock, i32 1 monotonic
  %taken = icmp eq i32 %old, 0
  br i1 %taken, label %work, label %loop
work:
  %free = atomicrmw xchg ptr addrspace(3) @lock, i32 0 monotonic
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-kernel" "heddle-sub-group-size"="1" }
