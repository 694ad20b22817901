; A required work-group size is a constant, and so is what follows from it.
; RUN: heddle-opt --passes='work-group-entry-point,function(instcombine)' %s | FileCheck %s

declare i64 @heddle.local_size(i32)
declare i32 @heddle.num_sub_groups()

; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:       sub_group.full:
; CHECK:         store volatile i64 64, ptr addrspace(1) %p
; CHECK:         store volatile i32 8, ptr addrspace(1) %p

define void @k(ptr addrspace(1) %p) #0 !reqd_work_group_size !0 {
  ret void
}

define void @k.full(ptr addrspace(1) %p) #1 {
  %size = call i64 @heddle.local_size(i32 0)
  store volatile i64 %size, ptr addrspace(1) %p
  %count = call i32 @heddle.num_sub_groups()
  store volatile i32 %count, ptr addrspace(1) %p
  ret void
}

define void @k.masked(ptr addrspace(1) %p) #2 {
  ret void
}

!0 = !{i32 64, i32 2, i32 1}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-variant"="full" "heddle-sub-group-size"="16" }
attributes #2 = { "heddle-variant"="masked" "heddle-sub-group-size"="16" }
