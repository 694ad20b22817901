; Sums of the products of four bytes become dot products of words.
; RUN: heddle-opt --passes=find-byte-dots %s | FileCheck %s

; One after another, the bytes read as such.
; CHECK-LABEL: define i32 @chain(
; CHECK-NEXT:    %[[A:.*]] = load i32, ptr addrspace(1) %p, align 4
; CHECK-NEXT:    %[[B:.*]] = load i32, ptr addrspace(1) %q, align 4
; CHECK-NEXT:    %[[DOT:.*]] = call i32 @heddle.byte_dot.i32i32i32i32(i32 %[[A]], i32 %[[B]], i32 2)
; CHECK-NEXT:    %[[SUM:.*]] = add i32 %sum, %[[DOT]]
; CHECK-NEXT:    ret i32 %[[SUM]]
define i32 @chain(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %sum) {
  %a = load <4 x i8>, ptr addrspace(1) %p, align 4
  %b = load <4 x i8>, ptr addrspace(1) %q, align 4
  %a0 = extractelement <4 x i8> %a, i64 0
  %a1 = extractelement <4 x i8> %a, i64 1
  %a2 = extractelement <4 x i8> %a, i64 2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b0 = extractelement <4 x i8> %b, i64 0
  %b1 = extractelement <4 x i8> %b, i64 1
  %b2 = extractelement <4 x i8> %b, i64 2
  %b3 = extractelement <4 x i8> %b, i64 3
  %x0 = zext i8 %a0 to i32
  %x1 = zext i8 %a1 to i32
  %x2 = zext i8 %a2 to i32
  %x3 = zext i8 %a3 to i32
  %y0 = sext i8 %b0 to i32
  %y1 = sext i8 %b1 to i32
  %y2 = sext i8 %b2 to i32
  %y3 = sext i8 %b3 to i32
  %m0 = mul nsw i32 %x0, %y0
  %m1 = mul nsw i32 %x1, %y1
  %m2 = mul nsw i32 %y2, %x2
  %m3 = mul nsw i32 %x3, %y3
  %s0 = add nsw i32 %m0, %sum
  %s1 = add nsw i32 %s0, %m1
  %s2 = add nsw i32 %s1, %m2
  %s3 = add nsw i32 %s2, %m3
  ret i32 %s3
}

; A vector of products, and words that are shifted and masked.
; CHECK-LABEL: define i32 @forms(
; CHECK:         %[[A:.*]] = bitcast <4 x i8> %a to i32
; CHECK-NEXT:    %[[B:.*]] = bitcast <4 x i8> %b to i32
; CHECK-NEXT:    %[[FIRST:.*]] = call i32 @heddle.byte_dot.i32i32i32i32(i32 %[[A]], i32 %[[B]], i32 3)
; CHECK-NEXT:    %[[SECOND:.*]] = call i32 @heddle.byte_dot.i32i32i32i32(i32 %w, i32 %v, i32 2)
; CHECK-NEXT:    %[[BOTH:.*]] = add i32 %[[FIRST]], %[[SECOND]]
; CHECK-NEXT:    ret i32 %[[BOTH]]
define i32 @forms(<4 x i8> %a, <4 x i8> %b, i32 %w, i32 %v) {
  %ea = sext <4 x i8> %a to <4 x i32>
  %eb = sext <4 x i8> %b to <4 x i32>
  %m = mul nsw <4 x i32> %ea, %eb
  %m0 = extractelement <4 x i32> %m, i64 0
  %m1 = extractelement <4 x i32> %m, i64 1
  %m2 = extractelement <4 x i32> %m, i64 2
  %m3 = extractelement <4 x i32> %m, i64 3
  %w0 = and i32 %w, 255
  %w1s = lshr i32 %w, 8
  %w1 = and i32 %w1s, 255
  %w2s = lshr i32 %w, 16
  %w2 = and i32 %w2s, 255
  %w3 = lshr i32 %w, 24
  %v0s = shl i32 %v, 24
  %v0 = ashr exact i32 %v0s, 24
  %v1s = shl i32 %v, 16
  %v1 = ashr i32 %v1s, 24
  %v2s = lshr i32 %v, 16
  %v2b = trunc i32 %v2s to i8
  %v2 = sext i8 %v2b to i32
  %v3 = ashr i32 %v, 24
  %n0 = mul i32 %w0, %v0
  %n1 = mul i32 %w1, %v1
  %n2 = mul i32 %w2, %v2
  %n3 = mul i32 %w3, %v3
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %n0, %n1
  %s2 = add i32 %m2, %m3
  %s3 = add i32 %n2, %n3
  %s4 = add i32 %s0, %s1
  %s5 = add i32 %s2, %s3
  %s6 = add i32 %s4, %s5
  ret i32 %s6
}

; The second word of a longer vector.
; CHECK-LABEL: define i32 @second_word(
; CHECK:         %[[WORD:.*]] = extractelement <2 x i32> %a, i32 1
; CHECK:         call i32 @heddle.byte_dot.i32i32i32i32(i32 %[[WORD]], i32 %b, i32 3)
define i32 @second_word(<2 x i32> %a, i32 %b) {
  %ab = bitcast <2 x i32> %a to <8 x i8>
  %bb = bitcast i32 %b to <4 x i8>
  %ea = sext <8 x i8> %ab to <8 x i32>
  %eb = sext <4 x i8> %bb to <4 x i32>
  %a0 = extractelement <8 x i32> %ea, i64 4
  %a1 = extractelement <8 x i32> %ea, i64 5
  %a2 = extractelement <8 x i32> %ea, i64 6
  %a3 = extractelement <8 x i32> %ea, i64 7
  %b0 = extractelement <4 x i32> %eb, i64 0
  %b1 = extractelement <4 x i32> %eb, i64 1
  %b2 = extractelement <4 x i32> %eb, i64 2
  %b3 = extractelement <4 x i32> %eb, i64 3
  %m0 = mul i32 %a0, %b0
  %m1 = mul i32 %a1, %b1
  %m2 = mul i32 %a2, %b2
  %m3 = mul i32 %a3, %b3
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %m2, %m3
  %s2 = add i32 %s0, %s1
  ret i32 %s2
}

; Three bytes, bytes that change places, and signs that differ are as they were.
; CHECK-LABEL: define i32 @others(
; CHECK-NOT:     byte_dot
; CHECK:         ret i32
define i32 @others(<4 x i8> %a, <4 x i8> %b) {
  %a0 = extractelement <4 x i8> %a, i64 0
  %a1 = extractelement <4 x i8> %a, i64 1
  %a2 = extractelement <4 x i8> %a, i64 2
  %a3 = extractelement <4 x i8> %a, i64 3
  %b0 = extractelement <4 x i8> %b, i64 0
  %b1 = extractelement <4 x i8> %b, i64 1
  %b2 = extractelement <4 x i8> %b, i64 2
  %b3 = extractelement <4 x i8> %b, i64 3
  %x0 = zext i8 %a0 to i32
  %x1 = zext i8 %a1 to i32
  %x2 = sext i8 %a2 to i32
  %x3 = zext i8 %a3 to i32
  %y0 = sext i8 %b1 to i32
  %y1 = sext i8 %b0 to i32
  %y2 = sext i8 %b2 to i32
  %y3 = sext i8 %b3 to i32
  %m0 = mul i32 %x0, %y0
  %m1 = mul i32 %x1, %y1
  %m2 = mul i32 %x2, %y2
  %m3 = mul i32 %x3, %y3
  %s0 = add i32 %m0, %m1
  %s1 = add i32 %m2, %m3
  %s2 = add i32 %s0, %s1
  ret i32 %s2
}
