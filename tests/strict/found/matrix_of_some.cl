// The work-group fills a sub-group and a half.
// global: 24
// local: 24
// argument: buffer 96
// first: 16
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_of_some(global float *c) {
  int i = get_global_id(0);
  float8 sum = 0;
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), (int8)(i), sum); // finds: partial-sub-group
  c[i] = sum.s0;
}
