define <8 x i32> @rows(<8 x i32> %a) {
  %d = call <8 x i32> @_Z42intel_sub_group_i8_u8_split_matrix_mad_k32Dv8_iDv8_jS_(<8 x i32> %a, <8 x i32> %a, <8 x i32> %a)
  ret <8 x i32> %d
}
declare <8 x i32> @_Z42intel_sub_group_i8_u8_split_matrix_mad_k32Dv8_iDv8_jS_(<8 x i32>, <8 x i32>, <8 x i32>)
