; int i = get_global_id(0); a[i]: where all global ids of the range are below 2^31, which the work-group
; pass checks for k.full once, narrowing loses nothing and needs no check. k.masked keeps it.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: heddle-opt --passes=vectorize-sub-groups,work-group-entry-point %s | FileCheck %s --check-prefix=ENTRY

; CHECK-LABEL: define internal void @k.full(
; CHECK-SAME:  #[[FULL:[0-9]+]]
; CHECK-NOT:     br i1
; CHECK:         load <8 x i32>
; CHECK-NOT:     gather
; CHECK-LABEL: define internal void @k.masked(
; CHECK:         in_range
; CHECK:       attributes #[[FULL]] = { {{.*}}"heddle-small-global-ids"

; ENTRY:         %[[END:.*]] = add i64 %global_offset0, %global_size0
; ENTRY:         icmp ule i64 %[[END]], 2147483648
; ENTRY:         %sub_groups_per_row = select i1

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %id = call i64 @heddle.global_id(i32 0)
  %i = trunc i64 %id to i32
  %wide = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %p, align 4
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.global_id(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
