; Arithmetic on int that does not wrap moves to 64 bits, terms and all, so that no pass can drop the
; promise. An index that differs from lane to lane stays narrow, and so does one that may wrap.
; RUN: heddle-opt --passes=widen-index-arithmetic %s | FileCheck %s

declare i32 @heddle.sub_group_local_id()

; CHECK-LABEL: @row_and_lane(
; CHECK-DAG:   [[ROW:%.*]] = sext i32 %row to i64
; CHECK-DAG:   [[WIDTH:%.*]] = sext i32 %width to i64
; CHECK-DAG:   [[LANE:%.*]] = sext i32 %lane to i64
; CHECK:       [[FIRST:%.*]] = mul nsw i64 [[ROW]], [[WIDTH]]
; CHECK:       [[INDEX:%.*]] = add nsw i64 [[FIRST]], [[LANE]]
; CHECK:       getelementptr float, ptr addrspace(1) %p, i64 [[INDEX]]
define void @row_and_lane(ptr addrspace(1) %p, i32 %row, i32 %width) {
  %lane = call i32 @heddle.sub_group_local_id()
  %first = mul nsw i32 %row, %width
  %sum = add nsw i32 %first, %lane
  %index = sext i32 %sum to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  store float 0.0, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @of_each_lane(
; CHECK:       add nsw i32 %own, 1
define void @of_each_lane(ptr addrspace(1) %p, ptr addrspace(1) %table) {
  %lane = call i32 @heddle.sub_group_local_id()
  %place = getelementptr i32, ptr addrspace(1) %table, i32 %lane
  %own = load i32, ptr addrspace(1) %place
  %sum = add nsw i32 %own, 1
  %index = sext i32 %sum to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  store float 0.0, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: @may_wrap(
; CHECK:       add i32 %first, %lane
define void @may_wrap(ptr addrspace(1) %p, i32 %first) {
  %lane = call i32 @heddle.sub_group_local_id()
  %sum = add i32 %first, %lane
  %index = sext i32 %sum to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  store float 0.0, ptr addrspace(1) %q
  ret void
}

; The rows of words before a depth; a division in each lane stays narrow.
; CHECK-LABEL: @words(
; CHECK:       [[DEPTH:%.*]] = sext i32 %depth to i64
; CHECK:       [[WORDS:%.*]] = sdiv i64 [[DEPTH]], 4
; CHECK:       mul nsw i64 [[WORDS]], 16
; CHECK:       sdiv i32 %lane, 4
define void @words(ptr addrspace(1) %p, i32 %depth) {
  %lane = call i32 @heddle.sub_group_local_id()
  %words = sdiv i32 %depth, 4
  %first = mul nsw i32 %words, 16
  %index = sext i32 %first to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %of.lane = sdiv i32 %lane, 4
  %of.lane.index = sext i32 %of.lane to i64
  %r = getelementptr float, ptr addrspace(1) %q, i64 %of.lane.index
  store float 0.0, ptr addrspace(1) %r
  ret void
}
