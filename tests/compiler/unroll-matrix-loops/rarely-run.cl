// What hardly ever runs is one round at a time: where indices wrap, and where there is no memory for
// panels. Between them are two rounds and the remainder for all else, and there is no code for
// missing lanes.
// RUN: heddlec %s -o %t --emit=llvm --print-after=unroll-matrix-loops --target=x86-64-v3 \
// RUN:   | FileCheck %s

// CHECK-LABEL:    define {{.*}} @product.entry(
// CHECK:          {{^for[.].*wraps.*:}}
// CHECK-COUNT-8:  call {{.*}} @heddle.simd_matrix_mad{{.*}} #[[RARELY:[0-9]+]]
// CHECK:          {{^panels:}}
// CHECK-COUNT-16: call {{.*}} @heddle.simd_matrix_mad
// CHECK-NOT:      call {{.*}} @heddle.simd_matrix_mad
// CHECK:          {{^for[.].*[.]epil:}}
// CHECK-COUNT-8:  call {{.*}} @heddle.simd_matrix_mad
// CHECK-NOT:      call {{.*}} @heddle.simd_matrix_mad
// CHECK:          {{^for[.].*[.]unpacked:}}
// CHECK-COUNT-8:  call {{.*}} @heddle.simd_matrix_mad{{.*}} #[[RARELY]]
// CHECK-NOT:      call {{.*}} @heddle.simd_matrix_mad
// CHECK:          attributes #[[RARELY]] = {{.*}}"heddle-rarely-run"

__attribute__((intel_reqd_sub_group_size(16))) kernel void
product(global const short8 *a, global const int8 *b, global float8 *d, uint steps, uint stride) {
  size_t id = get_global_id(0);
  float8 sum[4][2] = {};
  for (uint s = 0; s < steps; ++s) {
    short8 x[4];
    int8 y[2];
    for (int i = 0; i < 4; ++i)
      x[i] = a[id + (s * 4 + i) * stride];
    for (int j = 0; j < 2; ++j)
      y[j] = b[id + (s * 2 + j) * stride];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 2; ++j)
        sum[i][j] = intel_sub_group_f16_f16_matrix_mad_k16(x[i], y[j], sum[i][j]);
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      d[id + (i * 2 + j) * stride] = sum[i][j];
}
