// Conversions to bfloat keep subnormal numbers: no target uses its instruction for them, which
// takes them for zeros.
// RUN: heddlec %s --emit=asm --target=x86-64-v3 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=x86-64-v4 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=x86-64-v4,+avx512bf16 -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=sapphirerapids -o - | FileCheck %s
// RUN: heddlec %s --emit=asm --target=sapphirerapids --sub-group-size=8 -o - | FileCheck %s

// CHECK-NOT: neps2bf16
// CHECK: vpsrld
// CHECK-NOT: neps2bf16
kernel void k(global const float *x, global ushort *y) {
  size_t i = get_global_id(0);
  y[i] = intel_convert_bfloat16_as_ushort(x[i]);
}
