; The entry point runs k.full for the full sub-groups and k.masked for the others, and gives their
; operations their values.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

declare i64 @heddle.first_local_id(i32)
declare i64 @heddle.group_id(i32)
declare i32 @heddle.active_lanes()
declare i32 @heddle.sub_group_id()

; CHECK-LABEL: define dso_local void @k.entry(ptr noalias readonly %arguments, ptr noalias readonly %nd_range, i64 %first_group, i64 %group_count, ptr noalias %worker)
; CHECK:         %p = load ptr addrspace(1), ptr {{.*}}, align 8
; CHECK:         %v = load i32, ptr {{.*}}, align 4
; CHECK:       group:
; CHECK:         %group_id1 = phi i64
; CHECK:         br i1 {{.*}}, label %full.end, label %full
; CHECK:       full.z:
; CHECK:       full.y:
; CHECK:       sub_group.full:
; CHECK:         %first_local_id0 = mul
; CHECK:         store i64 %first_local_id0, ptr addrspace(1) %p
; CHECK:         store i64 %group_id1, ptr addrspace(1) %p
; CHECK:         br i1 {{.*}}, label %sub_group.full, label %{{.*}}, !llvm.loop
; CHECK:       br label %full.end
; CHECK:       sub_group.masked:
; CHECK:         store i32 %active_lanes, ptr addrspace(1) %p
; CHECK-NOT:   call {{.*}} @heddle.
; CHECK-NOT:   @k.full
; CHECK-NOT:   define void @k(

define void @k(ptr addrspace(1) %p, i32 %v) #0 {
  ret void
}

define void @k.full(ptr addrspace(1) %p, i32 %v) #1 {
  %id = call i64 @heddle.first_local_id(i32 0)
  store i64 %id, ptr addrspace(1) %p
  %group = call i64 @heddle.group_id(i32 1)
  store i64 %group, ptr addrspace(1) %p
  ret void
}

define void @k.masked(ptr addrspace(1) %p, i32 %v) #2 {
  %lanes = call i32 @heddle.active_lanes()
  store i32 %lanes, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="16" }
attributes #1 = { "heddle-variant"="full" "heddle-sub-group-size"="16" }
attributes #2 = { "heddle-variant"="masked" "heddle-sub-group-size"="16" }
