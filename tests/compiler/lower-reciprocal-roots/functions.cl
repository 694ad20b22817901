// RUN: heddlec --target=x86-64-v4 --kernel=inverse --emit=asm -o - %s | FileCheck %s
// RUN: heddlec --target=x86-64-v4 --kernel=direction --emit=asm -o - %s | FileCheck %s
// RUN: heddlec --target=x86-64-v4 --kernel=quick_direction --emit=asm -o - %s | FileCheck %s
// RUN: heddlec --target=x86-64-v4 --kernel=written --emit=asm -o - %s -- -cl-fast-relaxed-math | FileCheck %s
// RUN: heddlec --target=x86-64-v4 --kernel=written --emit=asm -o - %s | FileCheck %s --check-prefix=ROUNDED
// RUN: heddlec --target=x86-64-v3 --kernel=inverse --emit=asm -o - %s | FileCheck %s --check-prefix=ROUNDED

// CHECK-NOT:   {{vdivps|vsqrtps}} %zmm
// CHECK:       vrsqrt14ps %zmm
// CHECK-NOT:   {{vdivps|vsqrtps}} %zmm

// ROUNDED-NOT: vrsqrt
// ROUNDED:     vsqrtps
// ROUNDED:     vdivps
// ROUNDED-NOT: vrsqrt

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void inverse(global float *x) {
  x[get_global_id(0)] = rsqrt(x[get_global_id(0)]);
}

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void direction(global float *x) {
  const size_t i = get_global_id(0);
  vstore3(normalize(vload3(i, x)), i, x);
}

__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void quick_direction(global float *x) {
  const size_t i = get_global_id(0);
  vstore3(fast_normalize(vload3(i, x)), i, x);
}

// An author who writes this gets it rounded, unless less is asked for.
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void written(global float *x) {
  x[get_global_id(0)] = 1.0f / sqrt(x[get_global_id(0)]);
}
