; A kernel is cut at its barriers. What is the same in the whole work-group goes from region to
; region in variables of the entry point; what a sub-group needs behind a barrier is in its frame;
; what is cheap is computed again.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare i64 @heddle.first_local_id(i32)
declare i64 @heddle.local_size(i32)
declare void @heddle.work_group_barrier(i32, i32)

; CHECK-LABEL: define dso_local void @loop.entry(
; CHECK-DAG:     %shared = alloca i32
; CHECK-DAG:     %frames = load ptr, ptr {{.*}}, align 8, !align
; CHECK:       region0:
; CHECK:       region1:
; CHECK:         work_item.x:
; CHECK:           [[FRAME:%.*]] = getelementptr inbounds i8, ptr %frames, i64
; CHECK:           [[VALUE:%.*]] = load float, ptr addrspace(1)
; CHECK:           store float [[VALUE]], ptr %frame
; CHECK:           store i32 {{.*}}, ptr %next
; CHECK:         switch i32 {{.*}}, label %region1 [
; CHECK:         work_item.x
; CHECK:           load i32, ptr %shared
; CHECK:         load i32, ptr %next
; CHECK:         switch i32
; CHECK-NOT:   @heddle.work_group_barrier
; CHECK:       ret void
define void @loop(ptr addrspace(1) %p, i32 %n) #0 {
  ret void
}
define void @loop.lane(ptr addrspace(1) %p, i32 %n) #1 {
entry:
  %id = call i64 @heddle.first_local_id(i32 0)
  %address = getelementptr float, ptr addrspace(1) %p, i64 %id
  %own = load float, ptr addrspace(1) %address
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @heddle.work_group_barrier(i32 2, i32 272) #2
  %other = load float, ptr addrspace(1) %p
  %sum = fadd float %own, %other
  store float %sum, ptr addrspace(1) %address
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Some sub-groups may end before the barrier: each one keeps where it goes on.
; CHECK-LABEL: define dso_local void @early.entry(
; CHECK:         %waiting = alloca i1
; CHECK:       round:
; CHECK:         switch i32 {{.*}}, label %region.end [
; CHECK-NEXT:      i32 1, label %region1
; CHECK:       ret void
; CHECK:       attributes {{.*}} "heddle-frame-alignment"="4" "heddle-frame-size"="4"
define void @early(ptr addrspace(1) %p, i64 %n) #0 {
  ret void
}
define void @early.lane(ptr addrspace(1) %p, i64 %n) #1 {
  %id = call i64 @heddle.first_local_id(i32 0)
  %out = icmp uge i64 %id, %n
  br i1 %out, label %end, label %work
work:
  call void @heddle.work_group_barrier(i32 2, i32 272) #2
  %address = getelementptr float, ptr addrspace(1) %p, i64 %id
  store float 1.0, ptr addrspace(1) %address
  br label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
attributes #1 = { "heddle-variant"="lane" "heddle-sub-group-size"="1" }
attributes #2 = { "heddle-barrier"="1" }
