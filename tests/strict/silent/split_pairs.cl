// Pairs with rounds of their own, at one function all the same.
// global: 64
// local: 32
// argument: buffer 256
__attribute__((intel_reqd_sub_group_size(8)))
kernel void split_pairs(global float *c) {
  int i = get_global_id(0);
  float2 sum = 0;
  for (uint k = 0; k < get_sub_group_id() / 2 + 2; ++k)
    sum = intel_sub_group_bf16_bf16_split_matrix_mad_k16(i, (int8)(i), sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += intel_sub_group_f16_f16_split_matrix_mad_k16(i, (int8)(i), sum);
  c[i] = sum.s0;
}
