; Shuffles wider than a register, taken apart, load elements with broadcasts of two widths, and LLVM
; went round in the order of these loads until its stack ended.
; RUN: heddle-opt --passes=freeze-loaded-vectors %s | llc -mcpu=x86-64-v3 -O2 -o - | FileCheck %s

; CHECK-LABEL: f:
; CHECK:         retq
target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr %p) {
  %v = load <15 x i64>, ptr %p, align 128
  %a = shufflevector <15 x i64> %v, <15 x i64> zeroinitializer, <16 x i32> <i32 7, i32 6, i32 4, i32 12, i32 9, i32 5, i32 3, i32 5, i32 12, i32 13, i32 0, i32 14, i32 7, i32 8, i32 4, i32 2>
  %b = shufflevector <16 x i64> %a, <16 x i64> zeroinitializer, <16 x i32> <i32 1, i32 5, i32 4, i32 2, i32 7, i32 13, i32 3, i32 2, i32 5, i32 10, i32 8, i32 4, i32 0, i32 8, i32 7, i32 6>
  store <16 x i64> %b, ptr %p, align 128
  ret void
}
