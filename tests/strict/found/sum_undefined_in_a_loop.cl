// global: 16
// local: 16
// argument: buffer 64
// argument: int 3
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sum_undefined_in_a_loop(global float *c, int n) {
  int i = get_global_id(0);
  float8 sum;
  for (int k = 0; k < n; ++k)
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), (int8)(i), sum); // finds: uninitialized
  c[i] = sum.s0;
}
