// The sums of attention are scaled in each round, and the other product of a round begins with
// zeros. Its keys and values are packed all the same, as other sub-groups want them again.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s

// Where a query looks at no later keys, sub-groups want different numbers of rounds: one goes on
// with what another one has packed.

// CHECK-LABEL: kernel 'attention'
// CHECK:       B is packed: 1024 bytes a round, once for all sub-groups of a worker with the same columns{{$}}
// CHECK-LABEL: kernel 'causal'
// CHECK:       B is packed: 1024 bytes a round, once for all sub-groups of a worker with the same columns, as many rounds as one of them wants{{$}}
#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(16, 1, 1))) kernel
void attend(const global ushort *q, const global int *k, const global ushort *v, global float *out,
            int keys) {
  const int lane = get_sub_group_local_id(), row = get_group_id(0) * 8;
  short8 x;
  for (int r = 0; r < 8; ++r)
    x[r] = q[(row + r) * 16 + lane];
  float8 sum = 0, most = -INFINITY;
  for (int key = 0; key < keys; key += 16) {
    int8 y, z;
    for (int r = 0; r < 8; ++r)
      y[r] = k[(key + lane) * 8 + r];
    const float8 score = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, (float8)(0));
    float8 next;
    for (int r = 0; r < 8; ++r)
      next[r] = sub_group_reduce_max(score[r]);
    next = fmax(most, next);
    sum *= native_exp(most - next);
    const float8 power = native_exp(score - next);
    short8 weight;
    for (int r = 0; r < 8; ++r) {
      weight[r] = as_uint(power[r]) >> 16;
      z[r] = as_int((ushort2)(v[(key + 2 * r) * 16 + lane], v[(key + 2 * r + 1) * 16 + lane]));
    }
    most = next;
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(weight, z, sum);
  }
  for (int r = 0; r < 8; ++r)
    out[(row + r) * 16 + lane] = sum[r];
}
KERNEL void attention(const global ushort *q, const global int *k, const global ushort *v,
                      global float *out, int keys) {
  attend(q, k, v, out, keys);
}
KERNEL void causal(const global ushort *q, const global int *k, const global ushort *v,
                   global float *out, int keys) {
  attend(q, k, v, out, min(keys, (int)get_group_id(0) * 8 + 8));
}
