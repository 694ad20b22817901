// Queries of attention are the same in all rounds of keys: their panel has one round, and is filled
// without a loop.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
// RUN: heddlec %s --print-after=pack-matrix-panels --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=IR

// CHECK-LABEL: kernel 'attention'
// CHECK:       A is packed: 768 bytes a round, once for all sub-groups of a worker with the same rows, the same in all rounds{{$}}
// CHECK:       B is packed: 2048 bytes a round, once for all sub-groups of a worker with the same columns{{$}}
// IR:          call { ptr, i64 } %{{.*}}(ptr %worker, i32 0, i64 4672, ptr
// IR:          panel.new:
// IR-NOT:      br {{.*}}.pack
// IR:          panel.made:
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1)))
kernel void attention(const global ushort *q, const global int *k, const global ushort *v,
                      global float *out, int keys) {
  const int lane = get_sub_group_local_id(), row = get_group_id(0) * 8;
  short8 x;
  for (int r = 0; r < 8; ++r)
    x[r] = q[(row + r) * 16 + lane];
  float8 sum = 0, most = -INFINITY;
  for (int key = 0; key < keys; key += 16) {
    int8 y, z;
    for (int r = 0; r < 8; ++r)
      y[r] = k[(key + lane) * 8 + r];
    const float8 score = intel_sub_group_f16_f16_matrix_mad_k16(x, y, (float8)(0));
    float8 next;
    for (int r = 0; r < 8; ++r)
      next[r] = sub_group_reduce_max(score[r]);
    next = fmax(most, next);
    sum *= native_exp(most - next);
    const float8 power = native_exp(score - next);
    short8 weight;
    for (int r = 0; r < 8; ++r) {
      weight[r] = as_short(convert_half(power[r]));
      z[r] = as_int((ushort2)(v[(key + 2 * r) * 16 + lane], v[(key + 2 * r + 1) * 16 + lane]));
    }
    most = next;
    sum = intel_sub_group_f16_f16_matrix_mad_k16(weight, z, sum);
  }
  for (int r = 0; r < 8; ++r)
    out[(row + r) * 16 + lane] = sum[r];
}
