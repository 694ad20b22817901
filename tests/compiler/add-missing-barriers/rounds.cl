// Loops get a second barrier where the next round writes what other sub-groups still read, and only
// where that is known.
// RUN: heddlec %s --target=x86-64-v3 --explain -- -cl-std=CL3.0 | FileCheck %s --implicit-check-not="second barrier"
#define KERNEL __attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1))) kernel

// CHECK-LABEL: kernel 'read_by_all'
// CHECK:       :[[# @LINE + 7]]: a second barrier is added at the end of the round, where sub-groups may still read what the next round writes
KERNEL void read_by_all(global const float *a, global float *o, int rounds) {
  local float tile[64];
  float sum = 0;
  const int item = get_local_id(0);
  for (int k = 0; k < rounds; ++k) {
    tile[item] = a[k * 64 + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  o[item] = sum;
}

// Each work-item has a place of its own.
// CHECK-LABEL: kernel 'own_places'
KERNEL void own_places(global const float *a, global float *o, int rounds) {
  local float tile[64];
  float sum = 0;
  const int item = get_local_id(0);
  for (int k = 0; k < rounds; ++k) {
    tile[item] = a[k * 64 + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum = sum * 2 + tile[item];
  }
  o[item] = sum;
}

// Two buffers need one barrier a round.
// CHECK-LABEL: kernel 'two_buffers'
KERNEL void two_buffers(global const float *a, global float *o, int rounds) {
  local float tile[2][64];
  float sum = 0;
  const int item = get_local_id(0);
  for (int k = 0; k < rounds; ++k) {
    tile[k & 1][item] = a[k * 64 + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 64; ++i)
      sum += tile[k & 1][i];
  }
  o[item] = sum;
}

// What is read behind the last barrier is not what is written before the first one.
// CHECK-LABEL: kernel 'parts'
KERNEL void parts(global const float *a, global float *o, int rounds) {
  local float tile[128];
  float sum = 0;
  const int item = get_local_id(0);
  for (int k = 0; k < rounds; ++k) {
    tile[item] = a[k * 64 + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[64 + item] = tile[63 - item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 32; ++i)
      sum += tile[96 + i];
  }
  o[item] = sum;
}
