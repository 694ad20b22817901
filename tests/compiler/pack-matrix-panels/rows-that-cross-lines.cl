// Rows that a tile can be loaded from where they lie are packed for launches in which they cross
// lines of the cache, beside what has to be put together anyway. A distance that is known, as of
// rows in one block of memory, is left alone, and so is what no tile is loaded from.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DB_PITCH=n | FileCheck %s --check-prefixes=A,B
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DB_PITCH=16 | FileCheck %s --check-prefixes=A,ONLY
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DB_PITCH=n | FileCheck %s --check-prefix=NONE
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size -DB_PITCH=n 2>&1 | FileCheck %s --check-prefix=IR

// A:        A is packed: 512 bytes a round, {{.*}} same rows, where its rows cross lines
// B-NEXT:   B is packed: 512 bytes a round, {{.*}} same columns, where its rows cross lines
// ONLY-NOT: B is packed
// NONE-NOT: is packed

// Few rounds, and rows at a distance of whole lines, stay where they are.
// IR:       [[CROSSING:%.*]] = and i64 %{{.*}}, 63
// IR:       icmp eq i64 [[CROSSING]], 0
// IR:       icmp ult i64 %{{.*}}, 32
// IR:       br i1 %{{.*}}, label %unpacked, label %panels
// IR:       call { ptr, i64 } %{{.*}}(ptr %worker, i32 64,
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
crossing(const global ushort *a, const global int *b, global float *c, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1) * 16;
  float8 sum[2] = {0, 0};
  for (int first = 0; first < k; first += 16) {
    short8 x[2];
    int8 y;
    for (int r = 0; r < 16; ++r)
      x[r / 8][r % 8] = a[(size_t)(row + r) * k + first + lane];
    for (int r = 0; r < 8; ++r)
      y[r] = b[(size_t)(first / 2 + r) * B_PITCH + get_group_id(0) * 16 + lane];
    for (int i = 0; i < 2; ++i)
      sum[i] = intel_sub_group_bf16_bf16_matrix_mad_k16(x[i], y, sum[i]);
  }
  for (int r = 0; r < 16; ++r)
    c[(size_t)(row + r) * n + get_group_id(0) * 16 + lane] = sum[r / 8][r % 8];
}
