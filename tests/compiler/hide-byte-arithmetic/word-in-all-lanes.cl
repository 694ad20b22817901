// The bytes of a word that goes to all lanes are biased in front of that: an end is all that counts.
// RUN: heddlec %s --target=x86-64-v4,+avx512vnni,+avx512vbmi --emit=asm -o - | FileCheck %s

// CHECK-LABEL: products.entry:
// CHECK:         vpdpbusd
__attribute__((intel_reqd_sub_group_size(16)))
kernel void products(global int *sums, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  int word = a[i], sum = sums[i];
  for (int j = 0; j < 8; ++j)
    sum += dot_4x8packed_ss_int(sub_group_broadcast(word, j), b[i + 16 * j]);
  sums[i] = sum;
}
