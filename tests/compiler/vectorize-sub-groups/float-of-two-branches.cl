// A float that two branches inside a loop give: the search for loops that wait for their sums has
// to leave it alone.
// RUN: heddlec %s --target=x86-64-v3 -o %t

kernel void k(global float *out, volatile global float *a, volatile global short *b, int n) {
  for (int i = 0; i < n; ++i) {
    float chosen;
    if (out[i] > 0)
      chosen = a[i];
    else
      chosen = native_sqrt((float)b[i]) * b[i + 1];
    out[i + n] = chosen;
  }
}
