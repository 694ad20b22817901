// The other sub-group of the pair is gone.
// global: 16
// local: 16
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(8)))
kernel void split_partner_ends(global float *c) {
  int i = get_global_id(0);
  if (get_sub_group_id() == 1)
    return;
  float2 sum = intel_sub_group_bf16_bf16_split_matrix_mad_k16(i, (int8)(i), (float2)(0)); // finds: matrix-partner
  c[i] = sum.s0;
}
