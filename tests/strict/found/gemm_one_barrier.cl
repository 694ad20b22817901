// Tiles are written anew while others still multiply.
// global: 32 32
// local: 8 8
// argument: buffer 4096
// argument: buffer 4096
// argument: buffer 4096
#define T 8
kernel void gemm_one_barrier(global const float *a, global const float *b, global float *c) {
  local float as[T][T], bs[T][T];
  int x = get_local_id(0), y = get_local_id(1), n = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < n; k += T) {
    as[y][x] = a[get_global_id(1) * n + k + x] + k; // finds: race
    bs[y][x] = b[(k + y) * n + get_global_id(0)] + k; // finds: race
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < T; ++i)
      sum += as[y][i] * bs[i][x]; // finds: race
  }
  c[get_global_id(1) * n + get_global_id(0)] = sum;
}
