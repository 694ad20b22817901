; Size 1: no vectors; the lane's ids are those of its work-item and sub-group functions are trivial.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK:       declare {{.*}}void @k(
; CHECK-LABEL: define internal void @k.lane(
; CHECK:         %[[ID:.*]] = call i64 @heddle.first_local_id(i32 0)
; CHECK:         getelementptr i32, ptr addrspace(1) %out, i64 %[[ID]]
; CHECK:         store i32 %value
; CHECK-NOT:     sub_group
; CHECK:         ret void
define void @k(ptr addrspace(1) %out, i32 %n) #0 {
  %local = call i64 @heddle.local_id(i32 0)
  %lane = call i32 @heddle.sub_group_local_id()
  %sum = call i32 @heddle.sub_group_reduce.i32i32i32(i32 %n, i32 0)
  %value = add i32 %sum, %lane
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %local
  store i32 %value, ptr addrspace(1) %p
  ret void
}
declare i64 @heddle.local_id(i32)
declare i32 @heddle.sub_group_local_id()
declare i32 @heddle.sub_group_reduce.i32i32i32(i32, i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="1" }
; CHECK: "heddle-variant"="lane"
