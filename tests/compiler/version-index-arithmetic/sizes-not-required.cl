// An id of a work-group whose size nobody requires is below the size of the launch's: whether an index
// wraps is asked of that, not of all ids that there may be.
// RUN: heddlec %s --target=x86-64-v3 --print-after=version-index-arithmetic -o /dev/null -- -cl-std=CL3.0 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}} @products
// CHECK:       [[SIZE:%.*]] = call i64 @heddle.local_size(i32 1)
// CHECK:       [[LAST:%.*]] = sub i64 [[SIZE]], 1
// CHECK:       mul i64 [[LAST]], 8
// CHECK:       br i1 {{.*}}, label %entry.split{{[0-9]*}}, label %entry.split{{[0-9]*}}.wraps
__attribute__((intel_reqd_sub_group_size(16))) kernel void
products(const global ushort *a, const global int *b, global float *c, uint k) {
  const uint lane = get_sub_group_local_id(), row = get_local_id(1) * 8;
  float8 sum = 0;
  for (uint first = 0; first < k; first += 16) {
    short8 x;
    int8 y;
    for (uint r = 0; r < 8; ++r) {
      x[r] = a[(row + r) * k + first + lane];
      y[r] = b[(first / 2 + r) * 16 + lane];
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (uint r = 0; r < 8; ++r)
    c[(row + r) * 16 + lane] = sum[r];
}
