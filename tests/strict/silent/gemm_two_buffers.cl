// One barrier a round is enough where tiles have two places by turns.
// global: 32 32
// local: 8 8
// argument: buffer 4096
// argument: buffer 4096
// argument: buffer 4096
#define T 8
kernel void gemm_two_buffers(global const float *a, global const float *b, global float *c) {
  local float as[2][T][T], bs[2][T][T];
  int x = get_local_id(0), y = get_local_id(1), n = get_global_size(0);
  float sum = 0, na, nb;
  as[0][y][x] = a[get_global_id(1) * n + x];
  bs[0][y][x] = b[y * n + get_global_id(0)];
  for (int k = T, at = 0; k <= n; k += T, at ^= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (k < n) {
      na = a[get_global_id(1) * n + k + x];
      nb = b[(k + y) * n + get_global_id(0)];
    }
    for (int i = 0; i < T; ++i)
      sum += as[at][y][i] * bs[at][i][x];
    if (k < n) {
      as[at ^ 1][y][x] = na;
      bs[at ^ 1][y][x] = nb;
    }
  }
  c[get_global_id(1) * n + get_global_id(0)] = sum;
}
