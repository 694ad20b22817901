// The first round sets the sum.
// global: 16
// local: 16
// argument: buffer 1024
// argument: buffer 2048
// argument: buffer 4096
// argument: int 2
__attribute__((intel_reqd_sub_group_size(16)))
kernel void dpas_first_of_loop(global const short8 *a, global const int8 *b, global float8 *c, int n) {
  int i = get_global_id(0);
  float8 acc;
  for (int k = 0; k < n; ++k) {
    if (k == 0)
      acc = 0;
    acc = intel_sub_group_bf16_bf16_matrix_mad_k16(a[i], b[i], acc);
  }
  if (n > 0)
    c[i] = acc;
}
