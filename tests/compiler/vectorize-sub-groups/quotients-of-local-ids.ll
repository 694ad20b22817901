; Local ids of whole sub-groups begin at multiples of the lanes: what divides by such a multiple has
; one result for all lanes, and so has a comparison with one, which is what InstCombine makes of small
; remainders. Other numbers part them, and where lanes are missing rows may.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

declare i64 @heddle.local_id(i32)

; CHECK-LABEL: define internal void @quotients.full(
; CHECK:       %[[FIRST:.*]] = call i64 @heddle.first_local_id(i32 0)
; CHECK:       lshr i64 %[[FIRST]], 5
; CHECK-NOT:   <8 x
; CHECK:       ret void
; CHECK-LABEL: define internal void @quotients.masked(
define void @quotients(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %warp = lshr i64 %id, 5
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %warp
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @parts_lanes.full(
; CHECK:       lshr <8 x i64> {{.*}}, splat (i64 2)
define void @parts_lanes(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %part = lshr i64 %id, 2
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %part
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @remainders.full(
; CHECK:       store <8 x i32>
; CHECK-NOT:   scatter
; CHECK:       ret void
define void @remainders(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %lane = and i64 %id, 31
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @lanes.full(
; CHECK-NOT:   first_local_id
; CHECK:       store <8 x i32> splat (i32 1), ptr addrspace(1) %out
; CHECK:       ret void
define void @lanes(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %lane = urem i64 %id, 8
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @sides.full(
; CHECK:       icmp ult i64 %{{.*}}, 32
; CHECK:       icmp ugt i64 %{{.*}}, 31
; CHECK-NOT:   <8 x
; CHECK:       ret void
define void @sides(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %frozen = freeze i64 %id
  %isLeft = icmp ult i64 %frozen, 32
  %isRight = icmp ugt i64 %frozen, 31
  %left = select i1 %isLeft, i64 1, i64 2
  %both = select i1 %isRight, i64 %left, i64 3
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %both
  store i32 1, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: define internal void @sides_within.full(
; CHECK:       icmp ult <8 x i64> {{.*}}, splat (i64 33)
define void @sides_within(ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.local_id(i32 0)
  %isLeft = icmp ult i64 %id, 33
  %at = select i1 %isLeft, ptr addrspace(1) %out, ptr addrspace(1) null
  store i32 1, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
