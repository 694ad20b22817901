// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void factor_half_set(global float *c) {
  int i = get_global_id(0);
  int8 b;
  b.lo = i;
  c[i] = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), b, (float8)(0)).s0; // finds: uninitialized
}
