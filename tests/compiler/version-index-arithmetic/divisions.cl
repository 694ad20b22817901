// Lanes read elements of vectors that others copied to local memory at unsigned indices. Where these
// do not wrap, the first of a vector and the element within it are one number that grows by 1.
// RUN: heddlec %s --target=x86-64-v3 --print-after=version-index-arithmetic -o /dev/null -- -cl-std=CL3.0 2>&1 | FileCheck %s
// CHECK-LABEL: define {{.*}} @products
// CHECK:       entry.split:
// CHECK-NOT:   urem i64
// CHECK:       load i16, ptr addrspace(1)
// CHECK:       wraps:
// CHECK:       urem i64
// CHECK:       load i16, ptr addrspace(1)
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel void
products(const global ushort *a, global float *c, uint k, int8 y) {
  local ushort tile[512];
  const uint item = get_local_id(0), lane = get_sub_group_local_id();
  const uint row = get_sub_group_id() * 8;
  float8 sum = 0;
  for (uint first = 0; first < k; first += 16) {
    const uint i = item * 8;
    vstore8(vload8(0, a + ((i / 16) * k + first + i % 16)), 0, tile + i);
    barrier(CLK_LOCAL_MEM_FENCE);
    short8 x;
    for (uint r = 0; r < 8; ++r)
      x[r] = tile[(row + r) * 16 + lane];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (uint r = 0; r < 8; ++r)
    c[(row + r) * 16 + lane] = sum[r];
}
