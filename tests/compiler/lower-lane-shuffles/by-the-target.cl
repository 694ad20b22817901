// Shuffles by numbers that are known at run time are permutations of registers, blended where the
// lanes do not fit one: nothing goes through memory.
// RUN: heddlec %s --emit=asm --sub-group-size=8 --target=x86-64-v3 --any-range | FileCheck %s --check-prefix=AVX2
// RUN: heddlec %s --emit=asm --sub-group-size=32 --target=x86-64-v3 --any-range | FileCheck %s --check-prefix=AVX2-32
// RUN: heddlec %s --emit=asm --sub-group-size=16 --target=x86-64-v4 | FileCheck %s --check-prefix=AVX512
// RUN: heddlec %s --emit=asm --sub-group-size=16 --target=x86-64-v4,+avx512vbmi | FileCheck %s --check-prefix=VBMI

// AVX2-LABEL: words.entry:
// AVX2: vpermd
// AVX2-32-LABEL: words.entry:
// AVX2-32-COUNT-16: vpermd
// AVX512-LABEL: words.entry:
// AVX512-NOT: vblend
// AVX512: vperm{{d|ps}} {{.*}}%zmm
// AVX512-NOT: vblend
kernel void words(global int *a, global const uint *n) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle(a[i], n[i]);
}

// AVX2-LABEL: halves.entry:
// AVX2: vpshufb
// AVX2-32-LABEL: halves.entry:
// AVX2-32-COUNT-4: vpshufb {{.*}}%ymm
// AVX512-LABEL: halves.entry:
// AVX512: vpermw
kernel void halves(global short *a, global const uint *n) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle(a[i], n[i]);
}

// AVX2-LABEL: bytes.entry:
// AVX2: vpshufb
// AVX2-32-LABEL: bytes.entry:
// AVX2-32-COUNT-2: vpshufb {{.*}}%ymm
// AVX512-LABEL: bytes.entry:
// AVX512: vpshufb
// VBMI-LABEL: bytes.entry:
// VBMI: vpermb
kernel void bytes(global char *a, global const uint *n) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle(a[i], n[i]);
}

// The halves of elements apart, as many permutations as for two shuffles of words.
// AVX2-LABEL: longs.entry:
// AVX2: vpermd
// AVX2-32-LABEL: longs.entry:
// AVX2-32-COUNT-32: vpermd
// AVX2-32-NOT: vpermd
// AVX2-32: vpcmpeqd
// AVX512-LABEL: longs.entry:
// AVX512: vperm{{i2q|t2q|i2pd|t2pd}}
kernel void longs(global long *a, global const uint *n) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle(a[i], n[i]);
}

// Two sources are one instruction where there is one.
// AVX512-LABEL: pair.entry:
// AVX512: vperm{{i2d|t2d|i2ps|t2ps}}
kernel void pair(global int *a, global int *b, global const uint *n) {
  size_t i = get_global_id(0);
  a[i] = intel_sub_group_shuffle_down(a[i], b[i], n[i]);
}

// One number for all lanes: one register of the result is enough, and its source is chosen first.
// AVX2-LABEL: one_lane.entry:
// AVX2: vperm{{d|ps}}
// AVX2-32-LABEL: one_lane.entry:
// AVX2-32-COUNT-3: vblendvps
// AVX2-32-NOT: vblendvps
// AVX2-32: vperm{{d|ps}}
kernel void one_lane(global float *a, uint n) {
  size_t i = get_global_id(0);
  a[i] += sub_group_broadcast(a[i] * 2, n);
}
