// RUN: heddlec %s --target=x86-64-v3 --sub-group-size=16 --emit=asm -o - | FileCheck --check-prefix=V3 %s
// RUN: heddlec %s --target=x86-64-v3,+avxvnni --sub-group-size=16 --emit=asm -o - | FileCheck --check-prefix=VEX %s
// RUN: heddlec %s --target=x86-64-v4,+avx512vnni --sub-group-size=16 --emit=asm -o - | FileCheck --check-prefix=V4 %s

// Of 16 lanes, with loads, the sum and the stores: 26, 16 and 8 instructions for two signed factors,
// and 25, 8 and 4 for mixed signs. Components taken apart and multiplied took 106, 106 and 67.
// V3-LABEL: both.entry:
// V3-COUNT-4: vpmaddwd
// VEX-LABEL: both.entry:
// VEX-COUNT-4: {vex} vpdpbusd
// V4-LABEL: both.entry:
// V4-COUNT-2: vpdpbusd
kernel void both(global int *sum, global const uint *a, global const uint *b) {
  size_t i = get_global_id(0);
  sum[i] += dot_4x8packed_ss_int(a[i], b[i]);
}

// V3-LABEL: mixed.entry:
// V3-COUNT-4: vpmaddwd
// VEX-LABEL: mixed.entry:
// VEX-COUNT-2: {vex} vpdpbusd
// V4-LABEL: mixed.entry:
// V4:         vpdpbusd
kernel void mixed(global int *sum, global const char4 *a, global const uchar4 *b) {
  size_t i = get_global_id(0);
  sum[i] += dot(a[i], b[i]);
}
