// What more cores are good for, by what a kernel waits for.

// Registers only: eight chains of multiply-adds, as many as two pipes of four rounds keep busy.
kernel void compute(global float *out, int rounds) {
  size_t i = get_global_id(0);
  float factor = 1.0f - (float)(i & 15) / 1024, a = i & 7, b = a + 1, c = a + 2, d = a + 3;
  float e = a + 4, f = a + 5, g = a + 6, h = a + 7;
  for (int round = 0; round < rounds; ++round) {
    a = fma(a, factor, 1.0f);
    b = fma(b, factor, 1.0f);
    c = fma(c, factor, 1.0f);
    d = fma(d, factor, 1.0f);
    e = fma(e, factor, 1.0f);
    f = fma(f, factor, 1.0f);
    g = fma(g, factor, 1.0f);
    h = fma(h, factor, 1.0f);
  }
  out[i] = ((a + b) + (c + d)) + ((e + f) + (g + h));
}

// Three streams that no cache holds.
kernel void memory(global const float *a, global const float *b, global float *c, float factor) {
  size_t i = get_global_id(0);
  c[i] = fma(factor, b[i], a[i]);
}
