// Factors of half a tile's depth that the next round does not go on with, as of matrices in the
// order of their tiles, are packed: then two rounds fill a tile. Rows that go on in memory are read
// where they are.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DA_OF=round -DB_OF=round | FileCheck %s --check-prefixes=A,B
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DA_OF=round -DB_OF=column | FileCheck %s --check-prefixes=A,NOT-B
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DA_IN_ROWS -DB_OF=column | FileCheck %s --check-prefix=NONE
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 -cl-uniform-work-group-size -DA_OF=round -DB_OF=round | FileCheck %s --check-prefix=NONE
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size -DA_OF=round -DB_OF=round 2>&1 | FileCheck %s --check-prefix=IR

// A:         A is packed: 256 bytes a round, {{.*}} same rows{{$}}
// B:         B is packed: 512 bytes a round, {{.*}} same columns{{$|  *\(}}
// NOT-B-NOT: B is packed
// NONE-NOT:  is packed:{{.*}} same {{(rows|columns)($| \()}}
// A:         plan: tiles, 2 rounds together

// IR:        br i1 %{{.*}}, label %unpacked, label %panels
// IR:        call { ptr, i64 } %{{.*}}(ptr %worker, i32 0,

#define OF_ROUND(place, places, round, rounds) ((size_t)(round) * (places) + (place))
#define OF_COLUMN(place, places, round, rounds) ((size_t)(place) * (rounds) + (round))
#define TILE_round OF_ROUND
#define TILE_column OF_COLUMN
#define JOINED(a, b) a##b
#define TILE(order) JOINED(TILE_, order)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void
tiles(const global ushort *a, const global uint *b, global float *c, int m, int n, int k) {
  const int lane = get_sub_group_local_id(), row = get_group_id(1), column = get_group_id(0);
  float8 sum = 0;
  for (int round = 0; round < k / 16; ++round) {
#ifdef A_IN_ROWS
    short8 x;
    for (int r = 0; r < 8; ++r)
      x[r] = a[(size_t)(row * 8 + r) * k + round * 16 + lane];
#else
    const short8 x = as_short8(
        intel_sub_group_block_read_us8(a + TILE(A_OF)(row, m / 8, round, k / 16) * 128));
#endif
    const int8 y =
        as_int8(intel_sub_group_block_read8(b + TILE(B_OF)(column, n / 16, round, k / 16) * 128));
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int r = 0; r < 8; ++r)
    c[(size_t)(row * 8 + r) * n + column * 16 + lane] = sum[r];
}
