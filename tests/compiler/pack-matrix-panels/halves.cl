// Halves that pay to be converted in each round are packed as bfloats where many sub-groups want
// them, and else converted. What has to be put together is packed as halves for that, and where the
// other factor is no panel.
// RUN: heddlec %s --kernel=in_place --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s --check-prefix=PLACE
// RUN: heddlec %s --kernel=put_together --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s --check-prefix=TOGETHER
// RUN: heddlec %s --kernel=one_panel --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s --check-prefix=ONE
// RUN: heddlec %s --kernel=in_place --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=IR
#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel void

#define PRODUCTS(X, Y)                                                                             \
  const int row = get_group_id(1) * 32, column = get_group_id(0) * 64;                             \
  float8 sum[4][4] = {};                                                                           \
  for (int first = 0; first < k; first += 16) {                                                    \
    short8 x[4];                                                                                   \
    int8 y[4];                                                                                     \
    for (int i = 0; i < 4; ++i)                                                                    \
      x[i] = X(i);                                                                                 \
    for (int j = 0; j < 4; ++j)                                                                    \
      y[j] = Y(j);                                                                                 \
    for (int i = 0; i < 4; ++i)                                                                    \
      for (int j = 0; j < 4; ++j)                                                                  \
        sum[i][j] = intel_sub_group_f16_f16_matrix_mad_k16(x[i], y[j], sum[i][j]);                 \
  }                                                                                                \
  for (int i = 0; i < 4; ++i)                                                                      \
    for (int j = 0; j < 4; ++j)                                                                    \
      for (int r = 0; r < 8; ++r)                                                                  \
        c[(size_t)(row + 8 * i + r) * n + column + 16 * j + get_sub_group_local_id()] =            \
            sum[i][j][r];

short8 rows(const global ushort *a, int k) {
  short8 x;
  for (int r = 0; r < 8; ++r)
    x[r] = a[(size_t)r * k + get_sub_group_local_id()];
  return x;
}
int8 joined(const global ushort *b, int n) {
  int8 y;
  for (int r = 0; r < 8; ++r)
    y[r] = as_int((ushort2)(b[(size_t)(2 * r) * n + get_sub_group_local_id()],
                            b[(size_t)(2 * r + 1) * n + get_sub_group_local_id()]));
  return y;
}
#define IN_ROWS(i) rows(a + (size_t)(row + 8 * i) * k + first, k)
#define IN_PANELS(j)                                                                               \
  as_int8(intel_sub_group_block_read8((const global uint *)b + (size_t)(column / 16 + j) * k * 8 + \
                                      first * 8))
#define JOINED(j) joined(b + (size_t)first * n + column + 16 * j, n)

// PLACE-LABEL: kernel 'in_place'
// PLACE:       A is packed: 3072 bytes a round, {{.*}} same rows, where many sub-groups want it
// PLACE:       B is packed: 6144 bytes a round, {{.*}} same columns, where many sub-groups want it
// PLACE:       plan: tiles, in 2 parts, 2 rounds together
// PLACE:       plan: tiles, in 2 parts, 2 rounds together
// Few rounds stay, and panels that are larger than 1.5 MB: 256 rounds.
// IR:          icmp ult i64 [[ROUNDS:%.*]], 32
// IR:          icmp ugt i64 [[ROUNDS]], 256
// IR:          br i1 %{{.*}}, label %unpacked, label %panels
// IR:          call { ptr, i64 } %{{.*}}(ptr %worker, i32 64,
KERNEL in_place(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  PRODUCTS(IN_ROWS, IN_PANELS)
}

// TOGETHER-LABEL: kernel 'put_together'
// TOGETHER-DAG:   A is packed: 3072 bytes a round, {{.*}} same rows, where many sub-groups want it
// TOGETHER-DAG:   B is packed: 6144 bytes a round, {{.*}} same columns, where many sub-groups want it
// TOGETHER-DAG:   B is packed: 2048 bytes a round, once for all sub-groups of a worker with the same columns{{$}}
KERNEL put_together(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
  PRODUCTS(IN_ROWS, JOINED)
}

// ONE-LABEL: kernel 'one_panel'
// ONE-NOT:   A is packed
// ONE:       B is packed: 2048 bytes a round, once for all sub-groups of a worker with the same columns{{$}}
KERNEL one_panel(const global ushort *a, const global ushort *b, global float *c, int n, int k) {
#define OF_SUMS(i) (convert_short8(sum[i][0]) + rows(a + (size_t)(row + 8 * i) * k + first, k))
  PRODUCTS(OF_SUMS, JOINED)
}
