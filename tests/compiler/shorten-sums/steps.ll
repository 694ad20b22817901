; What is known late is added last, and constants before it are not there for instruction selection.
; RUN: heddle-opt --passes=shorten-sums %s | FileCheck %s

; CHECK: @heddle.addend.5A827999 = private unnamed_addr constant i32 1518500249

; A step of a hash: %late is what everything waits for.
; CHECK-LABEL: @step
; CHECK:      %late = xor
; CHECK-NEXT: %[[AW:.*]] = add <8 x i32> %a, %w
; CHECK-NEXT: %[[C:.*]] = load i32, ptr @heddle.addend.5A827999, align 4, !invariant.load
; CHECK:      %[[SPLAT:.*]] = shufflevector <8 x i32>
; CHECK-NEXT: %[[AWC:.*]] = add <8 x i32> %[[SPLAT]], %[[AW]]
; CHECK-NEXT: %sum = add <8 x i32> %[[AWC]], %late
define <8 x i32> @step(<8 x i32> %a, <8 x i32> %b, <8 x i32> %w) {
  %product = mul <8 x i32> %b, %b
  %late = xor <8 x i32> %product, %b
  %first = add <8 x i32> %a, %late
  %second = add <8 x i32> %first, %w
  %sum = add <8 x i32> %second, splat (i32 1518500249)
  ret <8 x i32> %sum
}

; Nothing is gained where all is known at once, nor for what others read.
; CHECK-LABEL: @short
; CHECK-NEXT: %first = add <8 x i32> %a, %b
; CHECK-NEXT: %sum = add <8 x i32> %first, splat (i32 7)
define <8 x i32> @short(<8 x i32> %a, <8 x i32> %b) {
  %first = add <8 x i32> %a, %b
  %sum = add <8 x i32> %first, splat (i32 7)
  ret <8 x i32> %sum
}

; CHECK-LABEL: @shared
; CHECK:      %first = add <8 x i32> %a, %late
; CHECK-NEXT: %sum = add <8 x i32> %first, splat (i32 7)
define <8 x i32> @shared(<8 x i32> %a, <8 x i32> %b, ptr %to) {
  %late = mul <8 x i32> %b, %b
  %first = add <8 x i32> %a, %late
  %sum = add <8 x i32> %first, splat (i32 7)
  store <8 x i32> %first, ptr %to
  ret <8 x i32> %sum
}

; Scalars are nobody's lanes.
; CHECK-LABEL: @scalar
; CHECK:      %sum = add i32 %first, 7
define i32 @scalar(i32 %a, i32 %b) {
  %late = mul i32 %b, %b
  %first = add i32 %a, %late
  %sum = add i32 %first, 7
  ret i32 %sum
}
