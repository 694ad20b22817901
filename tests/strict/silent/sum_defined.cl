// Set on every way that is gone, and in parts.
// global: 16
// local: 16
// argument: buffer 64
// argument: int 3
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sum_defined(global float *c, int n) {
  int i = get_global_id(0);
  float8 sum;
  int8 b;
  b.lo = i;
  b.hi = n;
  if (n > 2)
    sum = 0;
  if (n > 2)
    for (int k = 0; k < n; ++k)
      sum = intel_sub_group_bf16_bf16_matrix_mad_k16((short8)(i), b, sum);
  else
    sum = 1;
  c[i] = sum.s0;
}
