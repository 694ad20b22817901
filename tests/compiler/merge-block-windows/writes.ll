; Blocks that are written one behind the other and make up a rectangle share a window, and reach the matrix
; together; blocks that overlap keep their order.
; RUN: heddle-opt --passes=merge-block-windows %s | FileCheck %s

; CHECK-LABEL: @row(
; CHECK:       call { ptr, i64 } @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 {{%.*}}, i64 {{%.*}}, i64 64, i64 1, ptr %block)
; CHECK:       store i8 1
; CHECK-NOT:   block_write
; CHECK:       store i8 2
; CHECK:       call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 {{%.*}}, i64 {{%.*}}, i64 64, i64 1, ptr %block)
; CHECK-NOT:   block_write
; CHECK:       ret
define void @row(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y) {
  %s1 = alloca [64 x i8]
  %s2 = alloca [64 x i8]
  %a = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s1)
  %pa = extractvalue {ptr, i64} %a, 0
  store i8 1, ptr %pa
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s1)
  %x2 = add i64 %x, 32
  %b = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 1, ptr %s2)
  %pb = extractvalue {ptr, i64} %b, 0
  store i8 2, ptr %pb
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 1, ptr %s2)
  ret void
}

; CHECK-LABEL: @overlapping(
; CHECK:       block_write_end
; CHECK:       block_write_end
define void @overlapping(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y) {
  %s1 = alloca [64 x i8]
  %s2 = alloca [64 x i8]
  %a = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s1)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s1)
  %x2 = add i64 %x, 16
  %b = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 1, ptr %s2)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 1, ptr %s2)
  ret void
}

; Blocks that make up no rectangle are merged by rows, each from its own first block on.
; CHECK-LABEL: @rows(
; CHECK:       %y8 = add i64 %y, 8
; CHECK-NOT:   add i64 %y8, 8
; CHECK:       block_write_window.s({{.*}}, i64 64, i64 8, ptr %block)
; CHECK-NOT:   add i64 %y8, 8
; CHECK:       block_write_window.s({{.*}}, i64 16, i64 8, ptr %s5)
define void @rows(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y) {
  %s1 = alloca [256 x i8]
  %s2 = alloca [256 x i8]
  %s3 = alloca [256 x i8]
  %s4 = alloca [256 x i8]
  %s5 = alloca [256 x i8]
  %x2 = add i64 %x, 32
  %y8 = add i64 %y, 8
  %y16 = add i64 %y, 16
  %a = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %s1)
  %b = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 8, ptr %s2)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y, i64 32, i64 8, ptr %s2)
  %c = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y8, i64 32, i64 8, ptr %s3)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y8, i64 32, i64 8, ptr %s3)
  %d = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y8, i64 32, i64 8, ptr %s4)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x2, i64 %y8, i64 32, i64 8, ptr %s4)
  %e = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y16, i64 16, i64 8, ptr %s5)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y16, i64 16, i64 8, ptr %s5)
  ret void
}

declare {ptr, i64} @heddle.block_write_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
declare void @heddle.block_write_end.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)

; What lanes do not write comes from the matrix: the scratch memory stays the same.
; CHECK-LABEL: @some_lanes(
; CHECK:       call { ptr, i64 } @heddle.block_read_window.s({{.*}}, ptr %s)
; CHECK:       call { ptr, i64 } @heddle.block_write_window.s({{.*}}, ptr %s)
; CHECK:       call void @heddle.block_write_end.s({{.*}}, ptr %s)
define void @some_lanes(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y) {
  %s = alloca [64 x i8]
  %before = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s)
  %a = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s)
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %s)
  ret void
}

declare {ptr, i64} @heddle.block_read_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
