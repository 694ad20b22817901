// What is done to the sums before they are stored (panels.cl else):
//
//   -DBIAS_RELU  a scale and a bias for each column, and nothing below zero
//   -DBETA       alpha * A * B + beta * D
//   -DNARROW     C has the elements of B: bfloats for floats, bytes that saturate for integers
#ifdef NARROW
#ifdef INTEGERS
typedef char stored_c;
#else
typedef ushort stored_c;
#endif
#else
typedef result stored_c;
#endif

stored_c finished(result value, float scale, float bias, result d) {
#if defined(BIAS_RELU)
  return fmax(value * scale + bias, 0.0f);
#elif defined(BETA)
  return value / 2 + 3 * d;
#elif defined(INTEGERS)
  return convert_char_sat_rte(value * 0.0625f);
#else
  const uint bits = as_uint(value); // to nearest, ties to even
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
#endif
}

KERNEL gemm(const global element_a *a, const global word *b, global stored_c *c, int m, int n,
            int k, const global float *scale, const global float *bias, const global result *d) {
  const int row = first_row(), column = first_column();
  sums sum[ROWS][COLUMNS];
  clear(sum);
  for (int first = 0; first < k; first += STEP) {
    factor_a x[ROWS];
    factor_b y[COLUMNS];
    for (int i = 0; i < ROWS; ++i)
      x[i] = lanes_a(a + (size_t)(row + 8 * i) * k + first, k);
    for (int j = 0; j < COLUMNS; ++j)
      y[j] = lanes_b(in_panel(b, k, column + SIZE * j, first), SIZE);
    multiply(x, y, sum);
  }
  for (int j = 0; j < COLUMNS; ++j) {
    const int mine = column + j * SIZE + get_sub_group_local_id();
#ifdef BIAS_RELU
    const float s = scale[mine], t = bias[mine];
#else
    const float s = 1, t = 0;
#endif
    for (int i = 0; i < ROWS; ++i)
      for (int r = 0; r < 8; ++r) {
        const size_t place = (size_t)(row + i * 8 + r) * n + mine;
#ifdef BETA
        c[place] = finished(sum[i][j][r], s, t, d[place]);
#else
        c[place] = finished(sum[i][j][r], s, t, 0);
#endif
      }
  }
}
