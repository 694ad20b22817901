; Where nobody can tell the order, each row begins with full sub-groups, whatever its length.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare i64 @heddle.full_per_row()

; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:         %sub_groups_per_row = select i1 true, i64 %{{.*}}, i64 0
; CHECK:       sub_group.masked:
; CHECK:         store i64 %sub_groups_per_row, ptr addrspace(1) %p
; CHECK-NOT:     @heddle.full_per_row

define void @k(ptr addrspace(1) %p) #0 {
  ret void
}

define void @k.full(ptr addrspace(1) %p) #1 {
  ret void
}

define void @k.masked(ptr addrspace(1) %p) #2 {
  %count = call i64 @heddle.full_per_row()
  store i64 %count, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-any-order" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-variant"="full" "heddle-sub-group-size"="16" }
attributes #2 = { "heddle-variant"="masked" "heddle-sub-group-size"="16" }
