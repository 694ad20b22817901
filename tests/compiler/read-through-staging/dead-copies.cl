// What was read to be staged is not read any more. Whether its indices wrap would be asked, too,
// and of some of them nobody knows.
// RUN: heddlec %s --target=x86-64-v3 --print-after=read-through-staging -o /dev/null -- -cl-std=CL3.0 2>&1 | FileCheck %s
// CHECK-LABEL:   define {{.*}} @products
// CHECK-COUNT-1: load i32, ptr addrspace(1)
// CHECK-NOT:     load i32, ptr addrspace(1)
// CHECK:         ret void
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 2, 1))) kernel void
products(const global int *b, global float *c, uint n, uint k, short8 x) {
  local int tile[256];
  const uint item = get_local_id(1) * 32 + get_local_id(0), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (uint first = 0; first < k; first += 16) {
    for (uint i = item; i < 256; i += 64)
      tile[i] = b[(first / 2 + i / 32) * n + i % 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    int8 y;
    for (int r = 0; r < 8; ++r)
      y[r] = tile[r * 32 + lane];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}
