; A loaded vector is frozen where its elements may fill vectors of several widths.
; RUN: heddle-opt --passes=freeze-loaded-vectors %s | FileCheck %s

; CHECK-LABEL: define void @splats_of_two_widths(
; CHECK:         %v = load <8 x float>, ptr addrspace(1) %p
; CHECK-NEXT:    %[[FROZEN:.*]] = freeze <8 x float> %v
; CHECK:         shufflevector <8 x float> %[[FROZEN]], <8 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
; CHECK:         shufflevector <8 x float> %[[FROZEN]], <8 x float> poison, <8 x i32> <i32 3,
define void @splats_of_two_widths(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <8 x float>, ptr addrspace(1) %p
  %a = shufflevector <8 x float> %v, <8 x float> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  store <4 x float> %a, ptr addrspace(1) %q
  %b = shufflevector <8 x float> %v, <8 x float> poison, <8 x i32> splat (i32 3)
  store <8 x float> %b, ptr addrspace(1) %q
  ret void
}

; Rows of a matrix: each element is a broadcast from memory. The registers are of 256 bits.
; CHECK-LABEL: define void @splats_of_one_register(
; CHECK-NOT:     freeze
; CHECK:         ret void
define void @splats_of_one_register(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <4 x float>, ptr addrspace(1) %p
  %a = shufflevector <4 x float> %v, <4 x float> poison, <8 x i32> splat (i32 0)
  store <8 x float> %a, ptr addrspace(1) %q
  %x = extractelement <4 x float> %v, i64 1
  %i = insertelement <16 x float> poison, float %x, i64 0
  %b = shufflevector <16 x float> %i, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %b, ptr addrspace(1) %q
  ret void
}

; Also behind a change of type, and by its elements.
; CHECK-LABEL: define void @elements(
; CHECK:         freeze <4 x i64>
define void @elements(ptr %p, ptr %q) {
  %v = load <4 x i64>, ptr %p
  %w = bitcast <4 x i64> %v to <8 x i32>
  %x = extractelement <8 x i32> %w, i64 4
  %i = insertelement <4 x i32> poison, i32 %x, i64 0
  %a = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
  store <4 x i32> %a, ptr %q
  %b = shufflevector <4 x i64> %v, <4 x i64> poison, <4 x i32> splat (i32 2)
  store <4 x i64> %b, ptr %q
  ret void
}

; CHECK-LABEL: define void @halves_and_arithmetic(
; CHECK-NOT:     freeze
; CHECK:         ret void
define void @halves_and_arithmetic(ptr %p, ptr %q) {
  %v = load <16 x i32>, ptr %p
  %low = shufflevector <16 x i32> %v, <16 x i32> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %high = shufflevector <16 x i32> %v, <16 x i32> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %sum = add <8 x i32> %low, %high
  store <8 x i32> %sum, ptr %q
  ret void
}

; Wider than a register, but no element goes to two places.
; CHECK-LABEL: define void @every_second(
; CHECK-NOT:     freeze
; CHECK:         ret void
define void @every_second(ptr %p, ptr %q) {
  %v = load <16 x i32>, ptr %p
  %even = shufflevector <16 x i32> %v, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  store <8 x i32> %even, ptr %q
  ret void
}

; One that goes to two of the parts that a shuffle is taken apart into.
; CHECK-LABEL: define void @twice(
; CHECK:         freeze <16 x i32>
define void @twice(ptr %p, ptr %q) {
  %v = load <16 x i32>, ptr %p
  %some = shufflevector <16 x i32> %v, <16 x i32> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 0, i32 8, i32 10, i32 12, i32 14>
  store <8 x i32> %some, ptr %q
  ret void
}

; CHECK-LABEL: define void @all_lanes_of_a_mask(
; CHECK:         freeze <8 x i32>
define void @all_lanes_of_a_mask(ptr %p, ptr %q) {
  %v = call <8 x i32> @llvm.masked.load.v8i32.p0(ptr align 4 %p, <8 x i1> splat (i1 true), <8 x i32> poison)
  %a = shufflevector <8 x i32> %v, <8 x i32> poison, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
  store <4 x i32> %a, ptr %q
  %b = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> splat (i32 3)
  store <8 x i32> %b, ptr %q
  ret void
}
