; A split function is the rows of a pair brought together and an ordinary matrix operation. A name of
; the family with other types is an error.
; RUN: heddle-opt --passes=lower-split-matrix-functions %s | FileCheck %s
; RUN: not heddle-opt --passes=lower-split-matrix-functions %S/Inputs/other-types.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=OTHER

; CHECK-LABEL: @rows(
; CHECK-NEXT:    [[A:%.*]] = call <8 x i32> @heddle.pair_join.v8i32v4i32(<4 x i32> %a)
; CHECK-NEXT:    %d = call <8 x i32> @heddle.matrix_mad.{{.*}}(<8 x i32> [[A]], <8 x i32> %b, <8 x i32> %c, i32 32, i32 49)
; CHECK-NEXT:    ret <8 x i32> %d
define <8 x i32> @rows(<4 x i32> %a, <8 x i32> %b, <8 x i32> %c) {
  %d = call <8 x i32> @_Z42intel_sub_group_i8_u8_split_matrix_mad_k32Dv4_iDv8_jDv8_i(<4 x i32> %a, <8 x i32> %b, <8 x i32> %c)
  ret <8 x i32> %d
}

; CHECK-LABEL: @one_row(
; CHECK-NEXT:    [[A:%.*]] = call <2 x i32> @heddle.pair_join.v2i32i32(i32 %a)
; CHECK-NEXT:    %d = call <2 x float> @heddle.matrix_mad.{{.*}}(<2 x i32> [[A]], <8 x i32> %b, <2 x float> %c, i32 16, i32 12288)
define <2 x float> @one_row(i32 %a, <8 x i32> %b, <2 x float> %c) {
  %d = call <2 x float> @_Z46intel_sub_group_bf16_bf16_split_matrix_mad_k16iDv8_iDv2_f(i32 %a, <8 x i32> %b, <2 x float> %c)
  ret <2 x float> %d
}

; CHECK-DAG: declare {{.*}}@heddle.pair_join.v8i32v4i32(<4 x i32>) #[[CONVERGENT:[0-9]+]]
; CHECK-DAG: attributes #[[CONVERGENT]] = { convergent {{.*}}}
declare <8 x i32> @_Z42intel_sub_group_i8_u8_split_matrix_mad_k32Dv4_iDv8_jDv8_i(<4 x i32>, <8 x i32>, <8 x i32>)
declare <2 x float> @_Z46intel_sub_group_bf16_bf16_split_matrix_mad_k16iDv8_iDv2_f(i32, <8 x i32>, <2 x float>)

; OTHER: no overload of intel_sub_group_i8_u8_split_matrix_mad_k32 takes (<8 x i32>, <8 x i32>, <8 x i32>)
