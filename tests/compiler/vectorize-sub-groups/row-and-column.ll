; A matrix in one dimension: i % width and i / width go on from lane to lane where no row begins
; between the lanes, whatever the width; the division of lane 0 says so. Where one begins, and for
; widths that are no width, there is a gather.
; RUN: heddle-opt --passes=vectorize-sub-groups %s | FileCheck %s
; RUN: vectorizer-fuzz %s

; CHECK-LABEL: define internal void @k.full(
; CHECK:         %[[SAFE:.*]] = select i1 %{{.*}}, i32 %width, i32 1
; CHECK:         srem i32 %{{.*}}, %[[SAFE]]
; CHECK:         %in_row = icmp ugt i32 %{{.*}}, 7
; CHECK:         load <8 x i32>, ptr addrspace(1)
; CHECK:         call <8 x i32> @llvm.masked.gather
; The same for widths that are powers of two, and rows only.
; CHECK:         and i32 %{{.*}}, 31
; CHECK:         load <8 x i32>, ptr addrspace(1)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) #0 {
  %group = call i64 @heddle.group_id(i32 0)
  %size = call i64 @heddle.enqueued_local_size(i32 0)
  %local = call i64 @heddle.local_id(i32 0)
  %start = mul i64 %group, %size
  %id = add i64 %start, %local
  %i = trunc i64 %id to i32
  %width = mul i32 %n, 3
  %x = srem i32 %i, %width
  %y = sdiv i32 %i, %width
  %row = mul nsw i32 %y, 20
  %index = add nsw i32 %row, %x
  %wide = sext i32 %index to i64
  %p = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %wide
  %v = load i32, ptr addrspace(1) %p, align 4
  %high = ashr i32 %i, 5
  %low = and i32 %i, 31
  %rows = mul i32 %high, 40
  %place = add i32 %rows, %low
  %placed = zext i32 %place to i64
  %q = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %placed
  %w = load i32, ptr addrspace(1) %q, align 4
  %sum = add i32 %v, %w
  %to = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %to, align 4
  ret void
}

declare i64 @heddle.local_id(i32)
declare i64 @heddle.group_id(i32)
declare i64 @heddle.enqueued_local_size(i32)
attributes #0 = { "heddle-kernel" "heddle-sub-group-size"="8" }
