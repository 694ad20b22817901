// A program's own overloads of max, min, clamp and abs stand beside those of the language.
// RUN: heddlec %s --target=x86-64-v3 --emit=spirv -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 --emit=spirv -o %t.spv -- -cl-std=CL1.2
// RUN: heddlec %s --target=x86-64-v3 --emit=spirv -o %t.spv
#define DEFINE(T)                                                                                  \
  T __attribute__((overloadable)) max(T x, T y) { return fmax(x, y); }                             \
  T __attribute__((overloadable)) min(T x, T y) { return fmin(x, y); }                             \
  T __attribute__((overloadable)) abs(T x) { return fabs(x); }
DEFINE(half)
DEFINE(float)

kernel void k(global int *i, global float *f, global half *h, global int4 *v, global float4 *w) {
  i[0] = max(i[1], 3) + abs(i[2]) + clamp(i[3], 0, 5) + min(i[4], i[5]);
  f[0] = max(f[1], f[2]) + abs(f[3]) + clamp(f[4], 0.f, 1.f);
  h[0] = min(h[1], h[2]) + abs(h[3]);
  v[0] = max(v[1], 2) + convert_int4(abs(v[2]));
  w[0] = max(w[1], 0.f) + min(w[2], w[3]);
}
