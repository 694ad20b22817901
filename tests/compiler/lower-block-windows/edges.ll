; A block inside of its matrix is read where it is; the library copies any other to scratch memory. A
; block that is written is copied after its rows were stored.
; RUN: heddle-opt --passes=lower-block-windows %s | FileCheck %s

; CHECK-LABEL: @read(
; CHECK:       [[LASTX:%.*]] = sub i64 %w, 32
; CHECK:       icmp sle i64 %x, [[LASTX]]
; CHECK:       br i1 {{.*}}, !prof
; CHECK:       call void @heddle_read_block(ptr %scratch, ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8)
; CHECK:       [[FIRST:%.*]] = select i1 [[INSIDE:%.*]], ptr {{.*}}, ptr %scratch
; CHECK:       [[STRIDE:%.*]] = select i1 [[INSIDE]], i64 %p, i64 32
define {ptr, i64} @read(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %scratch) {
  %r = call {ptr, i64} @heddle.block_read_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 8, ptr %scratch)
  ret {ptr, i64} %r
}

; CHECK-LABEL: @write(
; CHECK:       [[FIRST:%.*]] = select i1 {{.*}}, ptr {{.*}}, ptr %scratch
; CHECK:       store
; CHECK:       call void @heddle_write_block(ptr %scratch, ptr %m,
define void @write(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, ptr %scratch, <32 x i8> %v) {
  %r = call {ptr, i64} @heddle.block_write_window.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %scratch)
  %first = extractvalue {ptr, i64} %r, 0
  store <32 x i8> %v, ptr %first, align 1
  call void @heddle.block_write_end.s(ptr %m, i64 %w, i64 %h, i64 %p, i64 %x, i64 %y, i64 32, i64 1, ptr %scratch)
  ret void
}

declare {ptr, i64} @heddle.block_read_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
declare {ptr, i64} @heddle.block_write_window.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
declare void @heddle.block_write_end.s(ptr, i64, i64, i64, i64, i64, i64, i64, ptr)
