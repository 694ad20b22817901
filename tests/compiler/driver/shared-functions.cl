// Kernels that share large functions are compiled together, so that these are compiled once.
// RUN: heddlec %s --target=x86-64-v3 -o %t.one --jobs=1 -- -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 -o %t.three --jobs=3 -- -cl-std=CL3.0
// RUN: cmp %t.one %t.three
// RUN: llvm-nm %t.one | grep -c " t hash" | FileCheck %s --check-prefix=HASH
// HASH: {{^1$}}

#define ONE(k) x = (x ^ k) * 5 + rotate(x, (uint)(k & 31));
#define TEN(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4)                                  \
               ONE(k + 5) ONE(k + 6) ONE(k + 7) ONE(k + 8) ONE(k + 9)
#define FIFTY(k) TEN(k) TEN(k + 10) TEN(k + 20) TEN(k + 30) TEN(k + 40)

__attribute__((noinline)) uint hash(uint x) { FIFTY(1) FIFTY(51) FIFTY(101) FIFTY(151) return x; }
kernel void hash_once(global uint *out) { out[get_global_id(0)] = hash(out[get_global_id(0)]); }
kernel void hash_more(global uint *out) { out[get_global_id(0)] = hash(out[get_global_id(0)]) + 1; }

// By itself as long as the two others, so that these may be one group.
kernel void other(global uint *out) {
  uint x = out[get_global_id(0)];
  FIFTY(1) FIFTY(51) FIFTY(101) FIFTY(151) FIFTY(201) FIFTY(251)
  out[get_global_id(0)] = x;
}
