// device: xehpg
// global: 8
// local: 8
// argument: buffer 32
__attribute__((intel_reqd_sub_group_size(8)))
kernel void eight_columns_of_arc(global float *c) {
  int i = get_global_id(0);
  float8 sum = 0;
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16((int8)(i), (int8)(i), sum);
  c[i] = sum.s0 + intel_sub_group_i8_u8_matrix_mad_k32(i, (uint8)(i), 0);
}
