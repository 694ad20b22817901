// A register has tiles of one shape in a function. With 8 columns those of the sums and of B have another
// shape than those of A: one more of them at once, where the loops end, would be one too many.
// RUN: heddlec %s -o %t -v --emit=llvm --target=sapphirerapids 2> %t.log
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=LOG --allow-empty < %t.log

// LOG-NOT: without tiles

// CHECK-LABEL:    define {{.*}}@gemm.entry(
// CHECK-COUNT-16: @llvm.x86.tdpbf16ps.internal
int first_row() { return get_group_id(1) * 32 + get_sub_group_id() * 32; }

int8 rows(const global ushort *a, int length) {
  int8 x;
  for (int r = 0; r < 8; ++r)
    x[r] = ((const global uint *)(a + r * length))[get_sub_group_local_id()];
  return x;
}

int8 columns(const global ushort *b, int n) {
  int8 y;
  b += get_sub_group_local_id();
  for (int r = 0; r < 8; ++r, b += 2 * n)
    y[r] = as_int((ushort2)(b[0], b[n]));
  return y;
}

__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(8, 1, 1)))
kernel void gemm(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  const int row = first_row(), column = get_group_id(0) * 32;
  float8 sum[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      sum[i][j] = 0;
  for (int first = 0; first < k; first += 16) {
    int8 x[4], y[4];
    for (int i = 0; i < 4; ++i)
      x[i] = rows(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < 4; ++j)
      y[j] = columns(b + (size_t)first * n + column + 8 * j, n);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        sum[i][j] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  c += (size_t)row * n + column;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int r = 0; r < 8; ++r)
        c[(size_t)(i * 8 + r) * n + j * 8 + get_sub_group_local_id()] = sum[i][j][r];
}
