; Reductions, scans, broadcasts and shuffles are vector code; a shuffle by a pattern known at compile
; time is one shufflevector; lanes that do not exist bring the neutral element.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[V:.*]] = load <8 x i32>
; CHECK:         shufflevector <8 x i32> %[[V]], <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK:         %[[B:.*]] = extractelement <8 x i32> %[[V]], i32 3
; CHECK:         store i32 %[[B]]
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         select <8 x i1> %exists, <8 x i32> %{{.*}}, <8 x i32> splat (i32 2147483647)
define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %lane = call i32 @heddle.sub_group_local_id()
  %v = call i32 @heddle.block_read.i32p1(ptr addrspace(1) %in)
  %other = xor i32 %lane, 1
  %w = call i32 @heddle.sub_group_shuffle.i32i32i32(i32 %v, i32 %other)
  %b = call i32 @heddle.sub_group_broadcast.i32i32i32(i32 %v, i32 3)
  store i32 %b, ptr addrspace(1) %in
  %m = call i32 @heddle.sub_group_scan_inclusive.i32i32i32(i32 %w, i32 2)
  call void @heddle.block_write.voidp1i32(ptr addrspace(1) %out, i32 %m)
  ret void
}
declare i32 @heddle.sub_group_local_id()
declare i32 @heddle.block_read.i32p1(ptr addrspace(1)) #1
declare void @heddle.block_write.voidp1i32(ptr addrspace(1), i32) #1
declare i32 @heddle.sub_group_shuffle.i32i32i32(i32, i32) #1
declare i32 @heddle.sub_group_broadcast.i32i32i32(i32, i32) #1
declare i32 @heddle.sub_group_scan_inclusive.i32i32i32(i32, i32) #1
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
attributes #1 = { convergent nounwind }
