; Barriers that stand between reads only go; what a write needs stays.
; RUN: heddle-opt --passes=remove-idle-barriers %s | FileCheck %s

; CHECK-LABEL: @between_reads(
; CHECK:       load
; CHECK-NOT:   work_group_barrier
; CHECK:       load
; CHECK:       work_group_barrier
; CHECK:       store
define void @between_reads(ptr addrspace(1) %a) #0 {
  %first = load i32, ptr addrspace(1) %a
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 1
  %second = load i32, ptr addrspace(1) %p
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %sum = add i32 %first, %second
  store i32 %sum, ptr addrspace(1) %a
  ret void
}

; Reads of local memory that was written before.
; CHECK-LABEL: @behind_a_write(
; CHECK:       store
; CHECK:       work_group_barrier
; CHECK:       load
define i32 @behind_a_write(ptr addrspace(3) %l) #0 {
  store i32 1, ptr addrspace(3) %l
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %p = getelementptr i32, ptr addrspace(3) %l, i64 1
  %value = load i32, ptr addrspace(3) %p
  ret i32 %value
}

; Private memory is nobody else's.
; CHECK-LABEL: @private(
; CHECK-NOT:   work_group_barrier
; CHECK:       ret
define void @private(ptr addrspace(1) %a) #0 {
  %own = alloca i32
  %value = load i32, ptr addrspace(1) %a
  store i32 %value, ptr %own
  call void @heddle.work_group_barrier(i32 2, i32 272)
  ret void
}

; Steps of a product that are kept together, and a barrier behind the loop.
; CHECK-LABEL: @in_step(
; CHECK:       round:
; CHECK-NOT:   work_group_barrier
; CHECK:       end:
; CHECK:       work_group_barrier
; CHECK:       store
define void @in_step(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %sum = phi i32 [ 0, %entry ], [ %more, %round ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %value = load i32, ptr addrspace(1) %p
  %more = add i32 %sum, %value
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %end
end:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  store i32 %more, ptr addrspace(1) %a
  ret void
}

; The same with no barrier behind it: one is left.
; CHECK-LABEL: @moves_behind(
; CHECK:       round:
; CHECK-NOT:   work_group_barrier
; CHECK:       end:
; CHECK:       work_group_barrier
; CHECK:       store
define void @moves_behind(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %value = load i32, ptr addrspace(1) %p
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %end
end:
  store i32 %value, ptr addrspace(1) %a
  ret void
}

; Nor is the way around the loop ordered.
; CHECK-LABEL: @around(
; CHECK:       round:
; CHECK-NOT:   work_group_barrier
; CHECK:       end.loopexit:
; CHECK-NEXT:  call void @heddle.work_group_barrier
; CHECK-NEXT:  br label %end
; CHECK:       end:
; CHECK-NOT:   work_group_barrier
; CHECK:       ret
define void @around(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %round, label %end
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %value = load i32, ptr addrspace(1) %p
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %end
end:
  %last = phi i32 [ 0, %entry ], [ %value, %round ]
  store i32 %last, ptr addrspace(1) %a
  ret void
}

; Rounds that write are ordered.
; CHECK-LABEL: @writes_in_rounds(
; CHECK:       round:
; CHECK:       work_group_barrier
; CHECK:       end:
define void @writes_in_rounds(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %value = load i32, ptr addrspace(1) %p
  call void @heddle.work_group_barrier(i32 2, i32 272)
  store i32 %value, ptr addrspace(1) %a
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %end
end:
  ret void
}

; Written in front of the loop, read in it: the barrier of the first round is what orders the two.
; CHECK-LABEL: @written_before(
; CHECK:       round:
; CHECK:       work_group_barrier
; CHECK:       end:
define void @written_before(ptr addrspace(1) %a, i64 %n) #0 {
entry:
  store i32 7, ptr addrspace(1) %a
  br label %round
round:
  %i = phi i64 [ 0, %entry ], [ %next, %round ]
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i
  %value = load i32, ptr addrspace(1) %p
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %round, label %end
end:
  store i32 %value, ptr addrspace(1) %a
  ret void
}

; Atomic and volatile reads see what others write.
; CHECK-LABEL: @synchronizes(
; CHECK:       work_group_barrier
; CHECK:       work_group_barrier
; CHECK:       ret
define void @synchronizes(ptr addrspace(1) %a) #0 {
  %x = load atomic i32, ptr addrspace(1) %a monotonic, align 4
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %y = load volatile i32, ptr addrspace(1) %a
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %z = load i32, ptr addrspace(1) %a
  ret void
}

; Nothing comes before the first one that others could see.
; CHECK-LABEL: @comes_first(
; CHECK-NOT:   work_group_barrier
; CHECK:       store
; CHECK:       work_group_barrier
; CHECK:       load
define i32 @comes_first(ptr addrspace(3) %l) #0 {
  %own = alloca i32
  store i32 0, ptr %own
  call void @heddle.work_group_barrier(i32 2, i32 272)
  store i32 1, ptr addrspace(3) %l
  call void @heddle.work_group_barrier(i32 2, i32 272)
  %p = getelementptr i32, ptr addrspace(3) %l, i64 1
  %value = load i32, ptr addrspace(3) %p
  ret i32 %value
}

; A barrier for local memory does not order what is read through one argument and written through
; another one.
; CHECK-LABEL: @local_only(
; CHECK:       load
; CHECK-NOT:   work_group_barrier
; CHECK:       store
define void @local_only(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %value = load i32, ptr addrspace(1) %a
  call void @heddle.work_group_barrier(i32 2, i32 272)
  store i32 %value, ptr addrspace(1) %b
  ret void
}

; One for global memory does.
; CHECK-LABEL: @global(
; CHECK:       load
; CHECK:       work_group_barrier
; CHECK:       store
define void @global(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %value = load i32, ptr addrspace(1) %a
  call void @heddle.work_group_barrier(i32 2, i32 528)
  store i32 %value, ptr addrspace(1) %b
  ret void
}

; What the pointer leads to may be b.
; CHECK-LABEL: @anywhere(
; CHECK:       load i32
; CHECK:       work_group_barrier
; CHECK:       store
define void @anywhere(ptr addrspace(1) %a, ptr addrspace(1) %b) #0 {
  %p = load ptr addrspace(1), ptr addrspace(1) %a
  %value = load i32, ptr addrspace(1) %p
  call void @heddle.work_group_barrier(i32 2, i32 272)
  store i32 %value, ptr addrspace(1) %b
  ret void
}

declare void @heddle.work_group_barrier(i32, i32)

attributes #0 = { "heddle-kernel" }
