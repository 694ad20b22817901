; Instruction selection does not end for arithmetic on 64 bytes before a group of them is broadcast.
; RUN: heddle-opt --passes=hide-byte-arithmetic %s > %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: llc -mcpu=znver4 -O2 %t.ll -o - | FileCheck --check-prefix=CODE %s
; RUN: llc -mcpu=x86-64-v4 -O2 %t.ll -o - | FileCheck --check-prefix=CODE %s

target triple = "x86_64-unknown-linux-gnu"

; CODE-LABEL: word:
; CODE:         retq
; CHECK-LABEL: define <64 x i8> @word(
; CHECK:         %changed = xor
; CHECK-NEXT:    %[[HIDDEN:.*]] = call <64 x i8> asm "", "=v,0"(<64 x i8> %changed)
; CHECK-NEXT:    bitcast <64 x i8> %[[HIDDEN]] to <16 x i32>
define <64 x i8> @word(<64 x i8> %bytes) {
  %changed = xor <64 x i8> %bytes, splat (i8 -128)
  %words = bitcast <64 x i8> %changed to <16 x i32>
  %one = shufflevector <16 x i32> %words, <16 x i32> poison, <16 x i32> splat (i32 3)
  %result = bitcast <16 x i32> %one to <64 x i8>
  ret <64 x i8> %result
}

; Where AVX-512 has no permutation of bytes it is the first word.
; CODE-LABEL: first_word:
; CODE:         retq
; CHECK-LABEL: define <64 x i8> @first_word(
; CHECK:         asm
define <64 x i8> @first_word(<64 x i8> %a, <64 x i8> %b) {
  %more = call <64 x i8> @llvm.umax.v64i8(<64 x i8> %a, <64 x i8> %b)
  %words = bitcast <64 x i8> %more to <16 x i32>
  %one = shufflevector <16 x i32> %words, <16 x i32> poison, <16 x i32> zeroinitializer
  %result = bitcast <16 x i32> %one to <64 x i8>
  ret <64 x i8> %result
}

; CODE-LABEL: element:
; CODE:         retq
; CHECK-LABEL: define <64 x i8> @element(
; CHECK:         asm
define <64 x i8> @element(<64 x i8> %a, <64 x i8> %b) {
  %sum = add <64 x i8> %a, %b
  %pairs = bitcast <64 x i8> %sum to <32 x i16>
  %pair = extractelement <32 x i16> %pairs, i64 5
  %first = insertelement <32 x i16> poison, i16 %pair, i64 0
  %all = shufflevector <32 x i16> %first, <32 x i16> poison, <32 x i32> zeroinitializer
  %result = bitcast <32 x i16> %all to <64 x i8>
  ret <64 x i8> %result
}

; CHECK-LABEL: define <64 x i8> @reversed(
; CHECK-NOT:     asm
define <64 x i8> @reversed(<64 x i8> %bytes) {
  %changed = xor <64 x i8> %bytes, splat (i8 -128)
  %words = bitcast <64 x i8> %changed to <16 x i32>
  %other = shufflevector <16 x i32> %words, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %result = bitcast <16 x i32> %other to <64 x i8>
  ret <64 x i8> %result
}
