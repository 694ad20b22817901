// Queries of attention are the same in all rounds of keys: their panel has one round, and is filled
// without a loop. With few scores a round, whose products wait for one another, halves stay in words.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -DBLOCKS=4 -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -DBLOCKS=4 -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=IR
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -DBLOCKS=1 -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s --check-prefix=FEW

// CHECK-LABEL: kernel 'attention'
// CHECK:       A is packed: 3072 bytes a round, once for all sub-groups of a worker with the same rows, the same in all rounds{{$}}
// CHECK:       B is packed: {{.*}} same columns{{$}}
// CHECK:       matrix product of f16 and f16: 4 products of bfloats
// IR:          panel.new:
// IR-NOT:      br {{.*}}.pack
// IR:          panel.made:
// FEW-LABEL:   kernel 'attention'
// FEW-NOT:     A is packed
// FEW-NOT:     products of bfloats
// FEW:         B is packed
// FEW-NOT:     products of bfloats
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void attention(const global ushort *q, const global int *k, const global ushort *v,
                      global float *out, int keys) {
  const int lane = get_sub_group_local_id(), row = get_group_id(0) * 8;
  short8 x[4];
  for (int d = 0; d < 4; ++d)
    for (int r = 0; r < 8; ++r)
      x[d][r] = q[(row + r) * 64 + d * 16 + lane];
  float8 sum = 0, most = -INFINITY;
  for (int key = 0; key < keys; key += 16 * BLOCKS) {
    float8 score[BLOCKS], next = most;
    for (int i = 0; i < BLOCKS; ++i) {
      score[i] = 0;
      for (int d = 0; d < 4; ++d) {
        int8 y;
        for (int r = 0; r < 8; ++r)
          y[r] = k[(key + i * 16 + lane) * 32 + d * 8 + r];
        score[i] = intel_sub_group_f16_f16_matrix_mad_k16(x[d], y, score[i]);
      }
      for (int r = 0; r < 8; ++r)
        next[r] = fmax(next[r], sub_group_reduce_max(score[i][r]));
    }
    sum *= native_exp(most - next);
    most = next;
    for (int i = 0; i < BLOCKS; ++i) {
      int8 z;
      for (int r = 0; r < 8; ++r)
        z[r] = as_int((ushort2)(v[(key + i * 16 + 2 * r) * 16 + lane],
                                v[(key + i * 16 + 2 * r + 1) * 16 + lane]));
      const short8 weight = as_short8(convert_half8(native_exp(score[i] - next)));
      sum = intel_sub_group_f16_f16_matrix_mad_k16(weight, z, sum);
    }
  }
  for (int r = 0; r < 8; ++r)
    out[(row + r) * 16 + lane] = sum[r];
}
