// Each of a loop's many values is first taken to grow in the steps that it begins with, together with all others, and here
// that is wrong for all. What came out of it is not found again for each of them, which would take a minute.
// RUN: timeout 20 heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s

#define MIX(a, b, c, d)                                                                                                \
  a ^= ~b & c;                                                                                                         \
  b ^= ~c & d;                                                                                                         \
  c ^= ~d & a;                                                                                                         \
  d ^= ~a & b;
#define ROW(i) MIX(s[i], s[i + 4], s[i + 8], s[i + 12])
#define COLUMN(i) MIX(s[4 * i], s[4 * i + 1], s[4 * i + 2], s[4 * i + 3])
#define ROUND ROW(0) ROW(1) ROW(2) ROW(3) COLUMN(0) COLUMN(1) COLUMN(2) COLUMN(3)
#define ROUNDS ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND

// CHECK: kernel 'mixes'
// CHECK: estimate:
kernel void mixes(global const ulong *in, global ulong *out, uint n) {
  ulong s[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  for (uint i = 0; i < n; ++i) {
    for (int j = 0; j < 16; ++j)
      s[j] ^= in[16 * (n * get_global_id(0) + i) + j];
    ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS ROUNDS
  }
  out[get_global_id(0)] = s[0] + s[5] + s[10] + s[15];
}
