// Loops over private arrays that registers can hold are unrolled, however long that makes them;
// those over larger ones stay loops, and those over arrays that data index, in whatever loop, and
// those around searches, which LLVM leaves as they are.
// RUN: heddlec %s --kernel=small --target=x86-64-v4 --emit=llvm --print-after=unite-values -- -DSIZE=32 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: heddlec %s --kernel=large --target=x86-64-v4 --emit=llvm --print-after=unite-values -- -DSIZE=1024 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: heddlec %s --kernel=network --target=x86-64-v4 --emit=llvm --print-after=unite-values -- -DSIZE=32 2>&1 | FileCheck %s --check-prefix=NETWORK
// RUN: heddlec %s --kernel=swaps --target=x86-64-v4 --emit=llvm --print-after=unite-values -- -DSIZE=32 2>&1 | FileCheck %s --check-prefix=SWAPS
// RUN: heddlec %s --kernel=search --target=x86-64-v4 --emit=llvm --print-after=unite-values -- -DSIZE=32 2>&1 | FileCheck %s --check-prefix=SEARCH

#define MIX(x) ((x) ^ ((x) << 7) ^ ((x) >> 9) + (x) * 77)
#define ROUNDS                                                                                     \
  uint a[SIZE], x = in[get_global_id(0)];                                                          \
  for (int i = 0; i < SIZE; ++i)                                                                   \
    a[i] = in[i];                                                                                  \
  for (int i = 0; i < 32; ++i)                                                                     \
    x = MIX(MIX(MIX(MIX(x + a[i])))), a[31 - i] = x;                                               \
  out[get_global_id(0)] = x + a[FROM];

// SMALL-LABEL: define void @small(
// SMALL-NOT:     alloca
// SMALL-NOT:     phi
// SMALL:         ret void
#define FROM 5
kernel void small(global const uint *in, global uint *out) { ROUNDS }

// LARGE-LABEL: define void @large(
// LARGE:         alloca
// LARGE:         phi
// LARGE:         phi
// LARGE:         ret void
#undef FROM
#define FROM (x % SIZE)
kernel void large(global const uint *in, global uint *out) { ROUNDS }

// Strides that double, and a table of indices.
// NETWORK-LABEL: define void @network(
// NETWORK-NOT:     alloca
// NETWORK-NOT:     phi
// NETWORK:         ret void
constant uchar order[32] = {7, 30, 1, 12, 4, 25, 9, 18, 3, 28, 0, 15, 22, 6, 31, 10,
                            2, 27, 5, 14, 20, 8, 29, 11, 16, 23, 13, 19, 26, 17, 24, 21};
kernel void network(global const uint *in, global uint *out) {
  uint a[32], x = in[get_global_id(0)];
  for (int i = 0; i < 32; ++i)
    a[i] = in[i];
  for (int k = 1; k < 32; k <<= 1)
    for (int i = 0; i < 32; ++i)
      x = MIX(x + a[i ^ k]), a[order[i]] = x;
  out[get_global_id(0)] = x;
}

// SWAPS-LABEL: define void @swaps(
// SWAPS:         alloca
// SWAPS:         phi
// SWAPS:         ret void
kernel void swaps(global const uchar *key, global uchar *out) {
  uchar s[256], j = 0;
  for (int i = 0; i < 256; ++i)
    s[i] = i;
  for (int i = 0; i < 256; ++i) {
    j += s[i] + key[i];
    uchar t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
  for (int i = 0; i < 256; ++i)
    out[get_global_id(0) * 256 + i] = s[i];
}

// SEARCH-LABEL: define void @search(
// SEARCH:         alloca
// SEARCH:         sqrt
// SEARCH-NOT:     sqrt
// SEARCH:         ret void
kernel void search(global const float *in, global uint *out) {
  float near[32];
  for (int i = 0; i < 32; ++i)
    near[i] = in[get_global_id(0) * 32 + i];
  uint found = 0;
  for (int round = 0; round < 32; ++round) {
    float from = sqrt(in[round]);
    bool isNear = false;
    for (int j = 0; j < 32 && !isNear; ++j)
      isNear = fabs(near[j] - from) < 0.5f;
    if (isNear)
      out[found++] = round;
  }
}
