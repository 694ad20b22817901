; Lane by lane: one loop a dimension, one work-item an iteration.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare i64 @heddle.first_local_id(i32)

; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:       work_item.z:
; CHECK:       work_item.y:
; CHECK:       work_item.x:
; CHECK:         store i64 %work_item.x.counter, ptr addrspace(1) %p
; CHECK:         br i1 {{.*}}, label %work_item.x, label %loop.end
; CHECK:         br i1 {{.*}}, label %work_item.y, label %loop.end
; CHECK:         br i1 {{.*}}, label %work_item.z, label %loop.end

define void @k(ptr addrspace(1) %p) #0 {
  ret void
}

define void @k.lane(ptr addrspace(1) %p) #1 {
  %id = call i64 @heddle.first_local_id(i32 0)
  store i64 %id, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
attributes #1 = { "heddle-variant"="lane" "heddle-sub-group-size"="1" }
