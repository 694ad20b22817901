; Where in its tile a work-item is has no say in whether the tile is one of the whole ones, below a
; multiple of its side.
; RUN: heddle-opt --passes=compare-whole-tiles %s | FileCheck %s

declare i64 @heddle.group_id(i32)
declare range(i64 0, 8) i64 @heddle.local_id(i32)

; With 64 bits, and with what n / 16 * 16 is simplified to.
; CHECK-LABEL: @below(
; CHECK:         %tile = shl i64 %group, 4
; CHECK-NOT:     or disjoint
; CHECK:         icmp slt i64 %tile, %whole
define i1 @below(i64 %n) {
  %group = call i64 @heddle.group_id(i32 0)
  %local = call range(i64 0, 8) i64 @heddle.local_id(i32 0)
  %tile = shl i64 %group, 4
  %two = shl nuw nsw i64 %local, 1
  %place = or disjoint i64 %tile, %two
  %next = or disjoint i64 %place, 1
  %rest = srem i64 %n, 16
  %whole = sub nsw i64 %n, %rest
  %is = icmp slt i64 %next, %whole
  ret i1 %is
}

; Above the last place in front of a tile, from the other side, and narrowed.
; CHECK-LABEL: @above(
; CHECK:         %[[TILE:.*]] = trunc i64 %tile to i32
; CHECK:         icmp ult i32 %last, %[[TILE]]
define i1 @above(i32 %n) {
  %group = call i64 @heddle.group_id(i32 0)
  %local = call range(i64 0, 8) i64 @heddle.local_id(i32 0)
  %tile = shl i64 %group, 4
  %place = add i64 %tile, %local
  %narrow = trunc i64 %place to i32
  %last = or i32 %n, 15
  %is = icmp ult i32 %last, %narrow
  ret i1 %is
}

; Places that the end may lie between: of tiles twice as large, of any end, and whether it is the
; first one behind the end.
; CHECK-LABEL: @inside(
; CHECK:         icmp slt i64 %place, %whole
; CHECK:         icmp slt i64 %place, %n
; CHECK:         icmp sgt i64 %place, %tiles
define void @inside(i64 %n, ptr %out) {
  %group = call i64 @heddle.group_id(i32 0)
  %local = call range(i64 0, 8) i64 @heddle.local_id(i32 0)
  %tile = shl i64 %group, 4
  %two = shl nuw nsw i64 %local, 1
  %place = or disjoint i64 %tile, %two
  %rest = srem i64 %n, 8
  %whole = sub nsw i64 %n, %rest
  %a = icmp slt i64 %place, %whole
  store volatile i1 %a, ptr %out
  %b = icmp slt i64 %place, %n
  store volatile i1 %b, ptr %out
  %tiles = shl i64 %n, 4
  %c = icmp sgt i64 %place, %tiles
  store volatile i1 %c, ptr %out
  ret void
}
