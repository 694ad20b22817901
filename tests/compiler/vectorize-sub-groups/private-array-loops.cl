// Loops over private arrays that registers can hold are unrolled, however long that makes them;
// those over larger ones stay loops.
// RUN: heddlec %s --kernel=small --target=x86-64-v4 --emit=llvm --print-after=remove-idle-barriers -- -DSIZE=32 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: heddlec %s --kernel=large --target=x86-64-v4 --emit=llvm --print-after=remove-idle-barriers -- -DSIZE=1024 2>&1 | FileCheck %s --check-prefix=LARGE

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
