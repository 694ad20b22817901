// With --defer kernels of a program that is long for its processors have no code, but those that something may be wrong with.
// RUN: heddlec %s -o %t.all --target=x86-64-v3
// RUN: llvm-nm -D --defined-only %t.all | FileCheck %s --check-prefix=ALL
// RUN: heddlec %s -o %t.deferred --target=x86-64-v3 --defer --jobs=1
// RUN: llvm-nm -D --defined-only %t.deferred | FileCheck %s --implicit-check-not=entry
// RUN: heddlec %s -o %t.range --target=x86-64-v3 --defer --jobs=1 --any-range
// RUN: llvm-nm -D --defined-only %t.range | FileCheck %s --check-prefix=ALL
// RUN: heddlec %s -o %t.short --target=x86-64-v3 --defer --jobs=1 -- -DSHORT
// RUN: llvm-nm -D --defined-only %t.short | FileCheck %s --check-prefix=ALL
// RUN: heddlec %s -o %t.side --target=x86-64-v3 --defer --jobs=64
// RUN: llvm-nm -D --defined-only %t.side | FileCheck %s --check-prefix=ALL
// RUN: heddlec %s -o %t.variable --target=x86-64-v3 --defer --jobs=1 -- -cl-std=CL3.0 -DVARIABLE
// RUN: llvm-nm -D --defined-only %t.variable | FileCheck %s --check-prefix=ALL
// RUN: not heddlec %s -o %t.wrong --target=x86-64-v3 --defer --jobs=1 -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not heddlec %s -o %t.recursive --target=x86-64-v3 --defer --jobs=1 -- -DRECURSIVE 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: heddlec %s -o %t.none --target=x86-64-v3 --defer --jobs=1 -- -DNONE
// RUN: llvm-nm -D --defined-only %t.none | count 0

// ALL:       lanes.entry
// ALL:       large.entry
// ALL:       rows.entry
// ALL:       sixteen.entry
// ALL:       three_rows.entry
// ALL:       two_rows.entry
// CHECK:     large.entry
// WRONG:     kernel 'wrong': matrix multiply-accumulate: {{.*}} needs sub-group size 8, the kernel's size is 32
// RECURSIVE: recursion is not allowed

#ifdef SHORT
#define STEPS(n) STEP(n)
#else
#define STEPS_8(n) STEP(n) STEP(n + 1) STEP(n + 2) STEP(n + 3) STEP(n + 4) STEP(n + 5) STEP(n + 6) STEP(n + 7)
#define STEPS(n) STEPS_8(n) STEPS_8(n + 8) STEPS_8(n + 16) STEPS_8(n + 24) STEPS_8(n + 32) STEPS_8(n + 40) STEPS_8(n + 48)
#endif
#define STEP(n) x = (x << 7 | x >> 25) * 1664525u + (n);
#ifdef VARIABLE
global uint last;
#define KEEP last = x;
#else
#define KEEP
#endif
uint work(uint x) {
  STEPS(1u) STEPS(65u) KEEP
  return x;
}
kernel void rows(global uint *out) { out[get_global_id(0)] = work(get_global_id(0)); }
kernel void two_rows(global uint *out) {
  out[get_global_id(0)] = work(get_global_id(0)) + work(get_global_id(1));
}
kernel void three_rows(global uint *out) {
  out[get_global_id(0)] = work(get_global_id(0)) + work(get_global_id(1)) + work(get_global_id(2));
}
#ifndef NONE
kernel void lanes(global uint *out) {
  out[get_global_id(0)] = sub_group_broadcast(work(get_global_id(0)), 3);
}
__attribute__((intel_reqd_sub_group_size(16)))
kernel void sixteen(global uint *out) {
  uint x = work(intel_sub_group_block_read(out));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = intel_sub_group_shuffle(x, 15 - get_sub_group_local_id());
}
kernel void large(global uint *out) {
  uint kept[20000];
  for (int i = 0; i < 20000; ++i)
    kept[i] = out[i];
  out[get_global_id(0)] = kept[work(get_global_id(0)) % 20000];
}
#endif
#ifdef WRONG
__attribute__((intel_reqd_sub_group_size(32)))
kernel void wrong(global int *out) {
  out[get_global_id(0)] =
      intel_sub_group_i8_i8_matrix_mad_k32(out[0], (int8)(0), (int)work(get_global_id(0)));
}
#endif
#ifdef RECURSIVE
uint again(uint x);
uint once(uint x) { return x < 9 ? x : again(x - 1); }
uint again(uint x) { return once(x / 2); }
kernel void calls(global uint *out) { out[get_global_id(0)] = once(work(get_global_id(0))); }
#endif
