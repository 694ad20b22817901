; Blocks of one matrix at constant distances share a window; blocks far apart, of other matrices, or with
; a store in between do not.
; RUN: heddle-opt --passes=merge-block-windows %s | FileCheck %s

; CHECK-LABEL: @side_by_side(
; CHECK:       [[X:%.*]] = add i64 %x, 0
; CHECK:       [[Y:%.*]] = add i64 %y, -8
; CHECK:       [[W:%.*]] = call { ptr, i64 } @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 [[X]], i64 [[Y]], i64 32, i64 16, ptr %block)
; CHECK:       [[P:%.*]] = extractvalue { ptr, i64 } [[W]], 0
; CHECK:       [[S:%.*]] = extractvalue { ptr, i64 } [[W]], 1
; CHECK:       [[DOWN:%.*]] = mul i64 [[S]], 8
; CHECK:       [[LOWER:%.*]] = getelementptr i8, ptr [[P]], i64 [[DOWN]]
; CHECK-NOT:   block_read_window
; CHECK:       ret
define void @side_by_side(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %s1, ptr %s2) {
  %a = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  %pa = extractvalue {ptr, i64} %a, 0
  %va = load i8, ptr %pa
  %y2 = add i64 %y, -8
  %b = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y2, i64 32, i64 8, ptr %s2)
  %pb = extractvalue {ptr, i64} %b, 0
  %vb = load i8, ptr %pb
  ret void
}

; CHECK-LABEL: @far_apart(
; CHECK-COUNT-2: block_read_window
; CHECK:       ret
define i8 @far_apart(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %s1, ptr %s2) {
  %a = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  %pa = extractvalue {ptr, i64} %a, 0
  %y2 = add i64 %y, 40
  %b = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y2, i64 32, i64 8, ptr %s2)
  %pb = extractvalue {ptr, i64} %b, 0
  %va = load i8, ptr %pa
  %vb = load i8, ptr %pb
  %sum = add i8 %va, %vb
  ret i8 %sum
}

; CHECK-LABEL: @written_in_between(
; CHECK:       block_read_window
; CHECK:       store
; CHECK:       block_read_window
define i8 @written_in_between(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %s1, ptr %s2) {
  %a = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  %pa = extractvalue {ptr, i64} %a, 0
  store i8 0, ptr %m
  %b = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s2)
  %pb = extractvalue {ptr, i64} %b, 0
  %va = load i8, ptr %pa
  %vb = load i8, ptr %pb
  %sum = add i8 %va, %vb
  ret i8 %sum
}

; Nothing is read through this one.
; CHECK-LABEL: @unused(
; CHECK-NOT:   block_read_window
; CHECK:       ret
define void @unused(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %s1) {
  %a = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  ret void
}

; Both ways read through a window, and what is read by it behind them: pointers and strides are joined.
; CHECK-LABEL: @both_ways(
; CHECK:       join:
; CHECK-NEXT:    [[PLACE:%.*]] = phi ptr [ {{.*}}, %entry ], [ {{.*}}, %other ]
; CHECK-NEXT:    [[STRIDE:%.*]] = phi i64 [ {{.*}}, %entry ], [ {{.*}}, %other ]
; CHECK-NEXT:    getelementptr i8, ptr [[PLACE]], i64 [[STRIDE]]
define i8 @both_ways(i1 %c, ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %s1, ptr %s2) {
entry:
  %a = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  br i1 %c, label %join, label %other
other:
  %b = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %y, i64 %x, i64 32, i64 8, ptr %s2)
  br label %join
join:
  %both = phi {ptr, i64} [ %a, %entry ], [ %b, %other ]
  %place = extractvalue {ptr, i64} %both, 0
  %stride = extractvalue {ptr, i64} %both, 1
  %row = getelementptr i8, ptr %place, i64 %stride
  %v = load i8, ptr %row
  ret i8 %v
}

declare {ptr, i64} @heddle.block_read_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
