; k.rows does three rows at once as long as there are three; k.full does the rest.
; RUN: heddle-opt --passes=work-group-entry-point %s | FileCheck %s

; CHECK-LABEL: define dso_local void @k.entry(
; CHECK:       full.z:
; CHECK:         %[[REST:.*]] = urem i64 %[[ROWS:.*]], 3
; CHECK:         %joined_rows = sub i64 %[[ROWS]], %[[REST]]
; CHECK:         icmp ne i64 %joined_rows, 0
; CHECK:       full.y:
; CHECK:         %[[ROW:.*]] = phi i64 [ 0, %{{.*}} ]
; CHECK:         store i64 %[[ROW]], ptr addrspace(1) %p, align 16
; CHECK:         %[[NEXT:.*]] = add nuw nsw i64 %[[ROW]], 3
; CHECK:         icmp ult i64 %[[NEXT]], %joined_rows
; CHECK:         %[[LATER:.*]] = phi i64 [ %joined_rows, %{{.*}} ]
; CHECK:         store i64 %[[LATER]], ptr addrspace(1) %p, align 8
; CHECK:         %[[NEXT:.*]] = add nuw nsw i64 %[[LATER]], 1
; CHECK:         icmp ne i64 %[[NEXT]], %[[ROWS]]

; Where k.rows tells nobody what it accesses, k.full does it in work-groups of which that is asked.
; CHECK-LABEL: define dso_local void @checked.entry(
; CHECK:         %[[REST:.*]] = urem i64 %[[ROWS:.*]], 3
; CHECK:         %traced = load i64, ptr
; CHECK:         %[[NOBODY:.*]] = icmp eq i64 %traced, 0
; CHECK:         %[[LATER:.*]] = select i1 %[[NOBODY]], i64 %[[REST]], i64 %[[ROWS]]
; CHECK:         %joined_rows{{.*}} = sub i64 %[[ROWS]], %[[LATER]]

define void @k(ptr addrspace(1) %p) #0 {
  ret void
}

define void @k.full(ptr addrspace(1) %p) #1 {
  %id = call i64 @heddle.first_local_id(i32 1)
  store i64 %id, ptr addrspace(1) %p, align 8
  ret void
}

define void @k.rows(ptr addrspace(1) %p) #2 {
  %id = call i64 @heddle.first_local_id(i32 1)
  store i64 %id, ptr addrspace(1) %p, align 16
  ret void
}

define void @k.masked(ptr addrspace(1) %p) #3 {
  ret void
}

define void @checked(ptr addrspace(1) %p) #0 {
  ret void
}

define void @checked.full(ptr addrspace(1) %p) #1 {
  %id = call i64 @heddle.first_local_id(i32 1)
  store i64 %id, ptr addrspace(1) %p, align 8
  ret void
}

define void @checked.rows(ptr addrspace(1) %p) #4 {
  %id = call i64 @heddle.first_local_id(i32 1)
  store i64 %id, ptr addrspace(1) %p, align 16
  ret void
}

define void @checked.masked(ptr addrspace(1) %p) #3 {
  ret void
}

declare i64 @heddle.first_local_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { "heddle-variant"="full" }
attributes #2 = { "heddle-variant"="rows" "heddle-joined-rows"="3" }
attributes #3 = { "heddle-variant"="masked" }
attributes #4 = { "heddle-variant"="rows" "heddle-joined-rows"="3" "heddle-untraced" }
