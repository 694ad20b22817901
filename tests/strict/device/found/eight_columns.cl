// device: xehpc
// global: 8
// local: 8
// argument: buffer 32
__attribute__((intel_reqd_sub_group_size(8)))
kernel void eight_columns(global float *c) { // finds: device-sub-group-size
  int i = get_global_id(0);
  float8 sum = 0;
  sum = intel_sub_group_bf16_bf16_matrix_mad_k16((int8)(i), (int8)(i), sum); // finds: device-function
  c[i] = sum.s0;
}
