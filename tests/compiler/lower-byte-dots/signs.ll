; Each pair of signs, registers of both widths, and the sum that becomes the accumulator.
; RUN: heddle-opt --passes=lower-byte-dots %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Two signed factors on 512 bits: a biased, and the bias times b taken off.
; CHECK-LABEL: define <16 x i32> @both(
; CHECK:         %[[BIASED:.*]] = xor <16 x i32> %a, splat (i32 -2139062144)
; CHECK:         %[[SUM:.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> %sum,
; CHECK:         %[[EXCESS:.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> bitcast (<16 x i32> splat (i32 -2139062144) to <64 x i8>),
; CHECK:         sub <16 x i32> %[[SUM]], %[[EXCESS]]
; CHECK-NOT:     add
define <16 x i32> @both(<16 x i32> %a, <16 x i32> %b, <16 x i32> %sum) {
  %dot = call <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32> %a, <16 x i32> %b, i32 3)
  %r = add <16 x i32> %sum, %dot
  ret <16 x i32> %r
}

; 256 bits have an instruction for them.
; CHECK-LABEL: define <8 x i32> @narrow(
; CHECK:         call <8 x i32> @llvm.x86.avx2.vpdpbssd.256(<8 x i32> zeroinitializer,
; CHECK-NOT:     sub
define <8 x i32> @narrow(<8 x i32> %a, <8 x i32> %b) {
  %dot = call <8 x i32> @heddle.byte_dot.v8i32v8i32v8i32i32(<8 x i32> %a, <8 x i32> %b, i32 3)
  ret <8 x i32> %dot
}

; Mixed signs need nothing; the unsigned factor comes first. Two registers.
; CHECK-LABEL: define <32 x i32> @mixed(
; CHECK-COUNT-2: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
; CHECK-NOT:     sub
define <32 x i32> @mixed(<32 x i32> %a, <32 x i32> %b) {
  %dot = call <32 x i32> @heddle.byte_dot.v32i32v32i32v32i32i32(<32 x i32> %a, <32 x i32> %b, i32 1)
  ret <32 x i32> %dot
}

; What is used twice stays a product of its own.
; CHECK-LABEL: define <16 x i32> @twice(
; CHECK:         %[[DOT:.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer,
; CHECK:         add <16 x i32> %[[DOT]], %[[DOT]]
define <16 x i32> @twice(<16 x i32> %a, <16 x i32> %b) {
  %dot = call <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32> %a, <16 x i32> %b, i32 2)
  %r = add <16 x i32> %dot, %dot
  ret <16 x i32> %r
}

; A scalar: what is the same in all lanes.
; CHECK-LABEL: define i32 @scalar(
; CHECK-COUNT-4: mul i32
define i32 @scalar(i32 %a, i32 %b) {
  %dot = call i32 @heddle.byte_dot.i32i32i32i32(i32 %a, i32 %b, i32 0)
  ret i32 %dot
}

declare <8 x i32> @heddle.byte_dot.v8i32v8i32v8i32i32(<8 x i32>, <8 x i32>, i32)
declare <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32>, <16 x i32>, i32)
declare <32 x i32> @heddle.byte_dot.v32i32v32i32v32i32i32(<32 x i32>, <32 x i32>, i32)
declare i32 @heddle.byte_dot.i32i32i32i32(i32, i32, i32)

; Of a word in all lanes and a vector, the word is biased, before it goes to them.
; CHECK-LABEL: define <16 x i32> @word_in_all_lanes(
; CHECK:         %[[BIASED:.*]] = xor <16 x i32> %a, splat (i32 -2139062144)
; CHECK:         extractelement <16 x i32> %[[BIASED]], i64 3
; CHECK:         call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(<16 x i32> zeroinitializer, <64 x i8> bitcast (<16 x i32> splat (i32 -2139062144) to <64 x i8>), <64 x i8> %{{.*}})
define <16 x i32> @word_in_all_lanes(<16 x i32> %a, <16 x i32> %b) {
  %word = extractelement <16 x i32> %a, i64 3
  %first = insertelement <16 x i32> poison, i32 %word, i64 0
  %words = shufflevector <16 x i32> %first, <16 x i32> poison, <16 x i32> zeroinitializer
  %dot = call <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32> %b, <16 x i32> %words, i32 3)
  ret <16 x i32> %dot
}

; A sum that saturates is the accumulator where the signs differ.
; CHECK-LABEL: define <16 x i32> @saturating(
; CHECK:         %[[SUM:.*]] = call <16 x i32> @llvm.x86.avx512.vpdpbusds.512(<16 x i32> %sum,
; CHECK-NEXT:    ret <16 x i32> %[[SUM]]
define <16 x i32> @saturating(<16 x i32> %a, <16 x i32> %b, <16 x i32> %sum) {
  %dot = call <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32> %a, <16 x i32> %b, i32 2)
  %r = call <16 x i32> @llvm.sadd.sat.v16i32(<16 x i32> %dot, <16 x i32> %sum)
  ret <16 x i32> %r
}

; CHECK-LABEL: define <16 x i32> @saturating_both(
; CHECK:         call <16 x i32> @llvm.sadd.sat.v16i32(
define <16 x i32> @saturating_both(<16 x i32> %a, <16 x i32> %b, <16 x i32> %sum) {
  %dot = call <16 x i32> @heddle.byte_dot.v16i32v16i32v16i32i32(<16 x i32> %a, <16 x i32> %b, i32 3)
  %r = call <16 x i32> @llvm.sadd.sat.v16i32(<16 x i32> %dot, <16 x i32> %sum)
  ret <16 x i32> %r
}
