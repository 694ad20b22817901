// Line numbers make no difference to the shape of a loop, and so none to the sub-group's size.
// RUN: heddlec %s --emit=asm --target=x86-64-v4 -o - -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --emit=asm --target=x86-64-v4 -o - -- -cl-std=CL3.0 -g | FileCheck %s

// CHECK-LABEL: backtracks.entry:
// CHECK-NOT:     {{vpgatherdd|vpgatherqd}}
// CHECK:         ret{{q?$}}
kernel void backtracks(global int *out, int n) {
  int free[20], taken[20], depth = 0, count = 0, all = (1 << n) - 1;
  taken[0] = 0;
  free[0] = all & get_global_id(0);
  while (depth >= 0) {
    if (free[depth] == 0) {
      --depth;
      continue;
    }
    int bit = free[depth] & -free[depth];
    free[depth] ^= bit;
    if (depth == n - 1) {
      ++count;
      continue;
    }
    taken[depth + 1] = taken[depth] | bit;
    ++depth;
    free[depth] = all & ~taken[depth];
  }
  out[get_global_id(0)] = count;
}
