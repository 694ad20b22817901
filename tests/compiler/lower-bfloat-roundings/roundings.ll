; What rounds floats to bfloats by integers does so by vcvtneps2bf16, with an exponent for numbers that have none.
; RUN: heddle-opt --passes=lower-bfloat-roundings %s | FileCheck %s

; CHECK-LABEL: @one_register
; CHECK:      %[[EXPONENT:.*]] = and <16 x i32> %bits, splat (i32 2139095040)
; CHECK-NEXT: %[[NONE:.*]] = icmp eq <16 x i32> %[[EXPONENT]], zeroinitializer
; CHECK-NEXT: %[[WITH:.*]] = or <16 x i32> %bits, splat (i32 1073741824)
; CHECK-NEXT: %[[NORMAL:.*]] = select <16 x i1> %[[NONE]], <16 x i32> %[[WITH]], <16 x i32> %bits
; CHECK-NEXT: %[[FLOATS:.*]] = bitcast <16 x i32> %[[NORMAL]] to <16 x float>
; CHECK-NEXT: %[[BFLOATS:.*]] = call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(<16 x float> %[[FLOATS]])
; CHECK-NEXT: %[[WORDS:.*]] = bitcast <16 x bfloat> %[[BFLOATS]] to <16 x i16>
; CHECK-NEXT: %[[LESS:.*]] = sub <16 x i16> %[[WORDS]], splat (i16 16384)
; CHECK-NEXT: %rounded = select <16 x i1> %[[NONE]], <16 x i16> %[[LESS]], <16 x i16> %[[WORDS]]
; CHECK-NEXT: ret <16 x i16> %rounded
define <16 x i16> @one_register(<16 x float> %floats) {
  %nan = fcmp uno <16 x float> %floats, zeroinitializer
  %bits = bitcast <16 x float> %floats to <16 x i32>
  %quiet = or <16 x i32> %bits, splat (i32 4194304)
  %above = lshr <16 x i32> %bits, splat (i32 16)
  %last = and <16 x i32> %above, splat (i32 1)
  %half = add nuw nsw <16 x i32> %last, splat (i32 32767)
  %sum = add <16 x i32> %half, %bits
  %either = select <16 x i1> %nan, <16 x i32> %quiet, <16 x i32> %sum
  %upper = lshr <16 x i32> %either, splat (i32 16)
  %rounded = trunc nuw <16 x i32> %upper to <16 x i16>
  ret <16 x i16> %rounded
}

; Two vectors that were put together, once as floats and once as their bits; the sum in another order.
; CHECK-LABEL: @two_registers
; CHECK-COUNT-2: call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512
; CHECK-NOT:     trunc
define <32 x i16> @two_registers(<16 x float> %a, <16 x float> %b) {
  %floats = shufflevector <16 x float> %a, <16 x float> %b, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %nan = fcmp uno <32 x float> %floats, %floats
  %abits = bitcast <16 x float> %a to <16 x i32>
  %bbits = bitcast <16 x float> %b to <16 x i32>
  %bits = shufflevector <16 x i32> %abits, <16 x i32> %bbits, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %quiet = or <32 x i32> %bits, splat (i32 4194304)
  %above = lshr <32 x i32> %bits, splat (i32 16)
  %last = and <32 x i32> %above, splat (i32 1)
  %half = add <32 x i32> %bits, splat (i32 32767)
  %sum = add <32 x i32> %half, %last
  %either = select <32 x i1> %nan, <32 x i32> %quiet, <32 x i32> %sum
  %upper = lshr <32 x i32> %either, splat (i32 16)
  %rounded = trunc nuw <32 x i32> %upper to <32 x i16>
  ret <32 x i16> %rounded
}

; NaN of other floats; and half of the last bit is added in any case, which is no rounding to even.
; CHECK-LABEL: @others
; CHECK-NOT: avx512bf16
; CHECK: ret
define <8 x i16> @others(<8 x float> %floats, <8 x float> %different) {
  %nan = fcmp uno <8 x float> %different, zeroinitializer
  %bits = bitcast <8 x float> %floats to <8 x i32>
  %quiet = or <8 x i32> %bits, splat (i32 4194304)
  %above = lshr <8 x i32> %bits, splat (i32 16)
  %last = and <8 x i32> %above, splat (i32 1)
  %half = add nuw nsw <8 x i32> %last, splat (i32 32767)
  %sum = add <8 x i32> %half, %bits
  %either = select <8 x i1> %nan, <8 x i32> %quiet, <8 x i32> %sum
  %upper = lshr <8 x i32> %either, splat (i32 16)
  %rounded = trunc nuw <8 x i32> %upper to <8 x i16>
  %mine = fcmp uno <8 x float> %floats, zeroinitializer
  %away = add <8 x i32> %bits, splat (i32 32768)
  %both = select <8 x i1> %mine, <8 x i32> %quiet, <8 x i32> %away
  %part = lshr <8 x i32> %both, splat (i32 16)
  %other = trunc nuw <8 x i32> %part to <8 x i16>
  %result = xor <8 x i16> %rounded, %other
  ret <8 x i16> %result
}
