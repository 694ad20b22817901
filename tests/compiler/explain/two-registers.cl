// Short kernels that see no work-groups get two registers of AVX2, and with AVX-512, which gains by it less often, launches try
// that. Those that compute with long vectors, or gather, have enough to do with one.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,ONE

// CHECK-LABEL: kernel 'pixels'
// TWO:           sub-group size 16: two registers of floats, since it is short
// TWO-NEXT:      may be quicker at 8:
// ONE:           sub-group size 16: as many floats
// ONE-NEXT:      may be quicker at 32:
kernel void pixels(global const uchar *in, global uchar *out, int width) {
  int i = get_global_id(1) * width + get_global_id(0);
  out[i] = (in[i] + in[i + 1] + in[i + width] + in[i + width + 1] + 2) / 4;
}

// CHECK-LABEL: kernel 'vectors'
// CHECK:         as many floats
// TWO:           may be quicker at 1, 16
// ONE-NOT:       may be quicker
kernel void vectors(global const float4 *in, global float4 *out) {
  int i = get_global_id(0);
  out[i] = in[i] * in[i] + 1;
}

// CHECK-LABEL: kernel 'gathers'
// TWO:           sub-group size {{1|8}}:
// ONE:           sub-group size 16: as many floats
kernel void gathers(global const float *in, global const int *at, global float *out) {
  int i = get_global_id(0);
  out[i] = in[at[i]] + in[at[i] + 1] * in[at[i] + 2];
}

// CHECK-LABEL: kernel 'groups'
// CHECK:         as many floats
kernel void groups(global const float *in, global float *out, local float *part) {
  int i = get_local_id(0);
  part[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[i ^ 1];
}
