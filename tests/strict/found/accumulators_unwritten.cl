// Sums that begin with what was there.
// global: 16
// local: 16
// argument: buffer 64
// argument: int 1
__attribute__((intel_reqd_sub_group_size(16)))
kernel void accumulators_unwritten(global float *c, int n) {
  int i = get_global_id(0);
  float8 sum[2];
  for (int k = 0; k < n; ++k)
    sum[k] = 0;
  for (int k = 0; k < 2; ++k)
    sum[k] = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), (int8)(i), sum[k]); // finds: uninitialized
  c[i] = sum[0].s0 + sum[1].s1;
}
