; Four work-groups of four: each lane has the ids of its own; sizes are constants, and what does not
; depend on work-groups stays.
; RUN: heddle-opt --passes=join-groups,instcombine %s | FileCheck %s

; CHECK-LABEL: define i64 @local_id
; CHECK:         %[[LANE:.*]] = call i32 @heddle.sub_group_local_id()
; CHECK:         and i32 %[[LANE]], 3
; CHECK-NOT:     heddle.local_id
define i64 @local_id() #0 {
  %id = call i64 @heddle.local_id(i32 0)
  ret i64 %id
}

; CHECK-LABEL: define i64 @group_id
; CHECK-DAG:     %[[LANE:.*]] = call i32 @heddle.sub_group_local_id()
; CHECK-DAG:     lshr i32 %[[LANE]], 2
; CHECK-DAG:     %[[GROUP:.*]] = call i64 @heddle.group_id(i32 0)
; CHECK-DAG:     shl {{.*}}%[[GROUP]], 2
define i64 @group_id() #0 {
  %id = call i64 @heddle.group_id(i32 0)
  ret i64 %id
}

; Of a dimension in which nothing is joined.
; CHECK-LABEL: define i64 @other_dimension
; CHECK:         %[[GROUP:.*]] = call i64 @heddle.group_id(i32 1)
; CHECK-NEXT:    ret i64 %[[GROUP]]
define i64 @other_dimension() #0 {
  %group = call i64 @heddle.group_id(i32 1)
  %local = call i64 @heddle.local_id(i32 1)
  %sum = add i64 %group, %local
  ret i64 %sum
}

; CHECK-LABEL: define i64 @sizes
; CHECK:         ret i64 44
define i64 @sizes() #0 {
  %local = call i64 @heddle.local_size(i32 0)
  %enqueued = call i64 @heddle.enqueued_local_size(i32 0)
  %tens = mul i64 %enqueued, 10
  %sum = add i64 %tens, %local
  %shortage = call i64 @heddle.group_shortage(i32 0)
  %same = add i64 %sum, %shortage
  ret i64 %same
}

; CHECK-LABEL: define i64 @groups
; CHECK:         %[[SIZE:.*]] = call i64 @heddle.global_size(i32 0)
; CHECK-NEXT:    %[[ROUNDED:.*]] = add {{.*}}%[[SIZE]], 3
; CHECK-NEXT:    lshr i64 %[[ROUNDED]], 2
define i64 @groups() #0 {
  %count = call i64 @heddle.num_groups(i32 0)
  ret i64 %count
}

; CHECK-LABEL: define i64 @global
; CHECK:         %[[ID:.*]] = call i64 @heddle.global_id(i32 0)
; CHECK-NEXT:    ret i64 %[[ID]]
define i64 @global() #0 {
  %id = call i64 @heddle.global_id(i32 0)
  ret i64 %id
}

; A work-group of the rest is the joined one.
; CHECK:       attributes #[[ATTRIBUTES:[0-9]+]] = {{{.*}}"heddle-joined-groups"{{.*}}"heddle-non-uniform-work-groups"
; CHECK-DAG:   !{i32 16, i32 1, i32 1}

declare i64 @heddle.local_id(i32) #1
declare i64 @heddle.group_id(i32) #1
declare i64 @heddle.local_size(i32) #1
declare i64 @heddle.enqueued_local_size(i32) #1
declare i64 @heddle.num_groups(i32) #1
declare i64 @heddle.global_id(i32) #1
declare i64 @heddle.group_shortage(i32) #1

attributes #0 = { "heddle-kernel" }
attributes #1 = { nounwind willreturn memory(none) }
