; A barrier that some work-items may not reach is worth a note, one under a uniform branch is not.
; RUN: heddle-opt --passes=vectorize-sub-groups %s 2>&1 | FileCheck %s

; CHECK-NOT:   note
; CHECK:       note: kernel 'divergent': a barrier in divergent control flow
; CHECK-NOT:   note
; CHECK-LABEL: define internal void @uniform.full(
; CHECK:         call void @heddle.work_group_barrier(i32 2, i32 272) [[FIRST:#[0-9]+]]
; CHECK-LABEL: define internal void @divergent.full(
; CHECK:         call void @heddle.work_group_barrier(i32 2, i32 272) [[FIRST]]
; CHECK:       attributes [[FIRST]] = { "heddle-barrier"="1" }

declare i64 @heddle.local_id(i32)
declare void @heddle.work_group_barrier(i32, i32)

define void @uniform(i32 %n) #0 {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %then, label %end
then:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  br label %end
end:
  ret void
}

define void @divergent(i64 %n) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %then, label %end
then:
  call void @heddle.work_group_barrier(i32 2, i32 272)
  br label %end
end:
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
