// Conversions to bfloat keep subnormal numbers: targets that have an instruction for them, which
// takes these for zeros, give them an exponent before it.
// RUN: heddlec %s --emit=asm --target=x86-64-v3 -o - | FileCheck %s --check-prefix=BITS
// RUN: heddlec %s --emit=asm --target=x86-64-v4 -o - | FileCheck %s --check-prefix=BITS
// RUN: heddlec %s --emit=asm --target=x86-64-v4,+avx512bf16 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=sapphirerapids -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=sapphirerapids --sub-group-size=8 -o - | FileCheck %s

// BITS-NOT: neps2bf16
// BITS: vpsrld
// BITS-NOT: neps2bf16

// CHECK:      vptestnmd {{.*}}, %[[NONE:k[1-7]]]
// CHECK:      vpord {{.*}} {%[[NONE]]}
// CHECK:      vcvtneps2bf16
// CHECK:      vpsubw {{.*}} {%[[NONE]]}
kernel void k(global const float *x, global ushort *y) {
  size_t i = get_global_id(0);
  y[i] = intel_convert_bfloat16_as_ushort(x[i]);
}
