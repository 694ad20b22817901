; Any function of three vectors is one instruction, and circuits of gates take few.
; RUN: heddle-opt --passes=fuse-logic %s | FileCheck %s

; The majority of three, of which instruction selection makes two: 0xE8.
; CHECK-LABEL: @majority
; CHECK-NEXT:  %m = call <8 x i64> @llvm.x86.avx512.pternlog.q.512(<8 x i64> %x, <8 x i64> %y, <8 x i64> %z, i32 232)
; CHECK-NEXT:  ret <8 x i64> %m
define <8 x i64> @majority(<8 x i64> %x, <8 x i64> %y, <8 x i64> %z) {
  %both = and <8 x i64> %x, %y
  %one = xor <8 x i64> %x, %y
  %third = and <8 x i64> %z, %one
  %m = or <8 x i64> %both, %third
  ret <8 x i64> %m
}

; What two of them share is computed by neither.
; CHECK-LABEL: @two_steps
; CHECK-NEXT:  %first = call <4 x i32> @llvm.x86.avx512.pternlog.d.128(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, i32 232)
; CHECK-NEXT:  %second = call <4 x i32> @llvm.x86.avx512.pternlog.d.128(<4 x i32> %b, <4 x i32> %c, <4 x i32> %d, i32 232)
; CHECK-NEXT:  %sum = add <4 x i32> %first, %second
define <4 x i32> @two_steps(<4 x i32> %a, <4 x i32> %b, <4 x i32> %c, <4 x i32> %d) {
  %ab = xor <4 x i32> %a, %b
  %bc = xor <4 x i32> %b, %c
  %cd = xor <4 x i32> %c, %d
  %t = and <4 x i32> %ab, %bc
  %first = xor <4 x i32> %t, %b
  %u = and <4 x i32> %bc, %cd
  %second = xor <4 x i32> %u, %c
  %sum = add <4 x i32> %first, %second
  ret <4 x i32> %sum
}

; Constants that are complements are one operand, and longer vectors take several instructions.
; CHECK-LABEL: @blend
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.pternlog.d.512(<16 x i32> %{{[0-9]+}}, <16 x i32> splat (i32 16711935), <16 x i32> %{{[0-9]+}}, i32 72)
; CHECK-NOT:   and
; CHECK:       ret <64 x i16>
define <64 x i16> @blend(<64 x i16> %x, <64 x i16> %y) {
  %high = and <64 x i16> %x, splat (i16 -256)
  %low = and <64 x i16> %y, splat (i16 255)
  %both = or <64 x i16> %high, %low
  %other = xor <64 x i16> %both, %x
  ret <64 x i16> %other
}

; Two operations of which one is read by the other alone are one instruction without this, and
; masks of lanes are no vectors of words.
; CHECK-LABEL: @as_it_is
; CHECK-NEXT:  %t = and <16 x i32> %x, %y
; CHECK-NEXT:  %u = or <16 x i32> %t, %z
; CHECK-NEXT:  ret
define <16 x i32> @as_it_is(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z) {
  %t = and <16 x i32> %x, %y
  %u = or <16 x i32> %t, %z
  ret <16 x i32> %u
}

; CHECK-LABEL: @masks
; CHECK-NOT:   pternlog
; CHECK:       ret
define <16 x i1> @masks(<16 x i1> %x, <16 x i1> %y, <16 x i1> %z) {
  %both = and <16 x i1> %x, %y
  %one = xor <16 x i1> %x, %y
  %third = and <16 x i1> %z, %one
  %m = or <16 x i1> %both, %third
  ret <16 x i1> %m
}
