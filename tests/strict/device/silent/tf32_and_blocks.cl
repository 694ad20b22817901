// device: xehpc
// global: 16
// local: 16
// argument: buffer 2048
// argument: buffer 64
__attribute__((intel_reqd_sub_group_size(16)))
kernel void tf32_and_blocks(global ushort *a, global float *c) {
  ushort block[8];
  intel_sub_group_2d_block_read_16b_8r16x1c(a, 64, 8, 64, (int2)(0, 0), block);
  int i = get_global_id(0);
  float4 sum = intel_sub_group_tf32_tf32_matrix_mad_k8((float2)(1), (float8)(2), (float4)(0));
  c[i] = sum.s0 + block[0];
}
