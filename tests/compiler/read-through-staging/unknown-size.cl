// Where nobody says how large work-groups are, nobody knows who writes what; a launch does, and has
// the kernel compiled for its size.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --target=x86-64-v3 --explain --local-size=32x2 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=KNOWN
// RUN: heddlec %s --target=x86-64-v3 --explain --local-size=24x2 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=BROKEN
// RUN: not heddlec %s --target=x86-64-v3 --local-size=64x65 2>&1 | FileCheck %s --check-prefix=LARGE

// No staging: nothing to be known, though work-items wait for one another.
// ANY-LABEL: kernel 'plain'
// ANY-NOT:   compiled again for the size
// ANY:       0 bytes of local memory
__attribute__((intel_reqd_sub_group_size(16))) kernel void
plain(const global int *b, global float *c, int n, int k, short8 x) {
  const int lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    int8 y;
    for (int r = 0; r < 8; ++r)
      y[r] = b[(first / 2 + r) * n + lane];
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
    barrier(0);
  }
  for (int r = 0; r < 8; ++r)
    c[r * n + lane] = sum[r];
}

// ANY-LABEL: kernel 'staged'
// ANY:       products wait for local memory: compiled again for the size of the work-groups of a launch
// ANY:       bytes of local memory
// KNOWN-LABEL: kernel 'staged'
// KNOWN-NOT:   compiled again for the size
// KNOWN:       what is staged in staged.tile is read where it comes from
// KNOWN:       0 bytes of local memory
// BROKEN-LABEL: kernel 'staged'
// BROKEN-NOT:   compiled again for the size
// BROKEN:       bytes of local memory
// LARGE: --local-size: '64x65' is not of the form N, NxN or NxNxN
__attribute__((intel_reqd_sub_group_size(16))) kernel void
staged(const global int *b, global float *c, int n, int k, short8 x) {
  local int tile[256];
  const int item = get_local_linear_id(), lane = get_sub_group_local_id();
  float8 sum = 0;
  for (int first = 0; first < k; first += 16) {
    for (int i = item; i < 256; i += get_local_size(0) * get_local_size(1))
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
