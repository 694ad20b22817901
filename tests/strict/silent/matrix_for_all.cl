// global: 32
// local: 32
// argument: buffer 256
// argument: buffer 512
// argument: buffer 1024
__attribute__((intel_reqd_sub_group_size(16)))
kernel void matrix_for_all(global short *a, global int *b, global float *c) {
  int lane = get_sub_group_local_id();
  short8 rows;
  int8 columns;
  float8 sum = 0;
  for (int i = 0; i < 8; ++i) {
    rows[i] = a[i * 16 + lane];
    columns[i] = b[i * 16 + lane];
  }
  if (get_sub_group_id() == 1)
    for (int round = 0; round < 2; ++round)
      sum = intel_sub_group_bf16_bf16_matrix_mad_k16(rows, columns, sum);
  for (int i = 0; i < 8; ++i)
    c[get_sub_group_id() * 128 + i * 16 + lane] = sum[i];
}
