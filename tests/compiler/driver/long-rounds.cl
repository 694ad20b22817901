// A round with many conditions compiles in time that grows with them, not in twice the time for each.
// RUN: timeout 120 heddlec %s -o %t.hdl --sub-group-size=1

#define STEP(n) { float now = a[i * 32 + n]; if (f[n]) x = fmax(x, now); }
#define STEPS(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4) STEP(n + 5) STEP(n + 6) STEP(n + 7)
kernel void rounds(global float *out, global const float *a, constant int *f) {
  float x = 0;
#pragma nounroll
  for (int i = 0; i < 16; ++i) {
    STEPS(0) STEPS(8) STEPS(16) STEPS(24)
  }
  out[get_global_id(0)] = x;
}
