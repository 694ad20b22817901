// Where local ids end shows that a tile is whole for all of a work-group or for none of it, so that
// all sub-groups reach the same barriers; so does the end of the other side, at which guarded
// accesses have a version without masks, and where both sides meet.
// RUN: heddlec --explain --target=x86-64-v4 %s | FileCheck %s
// CHECK:     barriers: 5 regions, which all sub-groups run in step
// CHECK-NOT: whole-tiles.cl:12: branch

__attribute__((reqd_work_group_size(8, 8, 1))) kernel void tiles(int m, int n, global const float *a, global float *c) {
  local float tile[256];
  const int x = get_group_id(0) * 16 + get_local_id(0) * 2, y = get_group_id(1) * 16 + get_local_id(1) * 2;
  float sum = 0;
  if (x < m / 16 * 16 && y < n / 16 * 16) {
    for (int k = 0; k < n; k += 16) {
      tile[get_local_id(1) * 8 + get_local_id(0)] = a[y * n + x + k];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 16; ++i)
        sum += tile[i * 8 + get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
  } else {
    for (int k = 0; k < n; k += 16) {
      tile[get_local_id(1) * 8 + get_local_id(0)] = x < m && y < n ? a[y * n + x + k] : 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 16; ++i)
        sum += tile[i * 8 + get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (x < m) {
      c[y * n + x] = sum;
      c[y * n + x + n] = sum + a[x];
      c[y * n + x + 2 * n] = sum * 2;
      c[y * n + x + 3 * n] = sum + 1;
    }
  }
}
