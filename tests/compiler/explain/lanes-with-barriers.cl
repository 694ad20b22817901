// Kernels with barriers are estimated like others: each work-item by itself begins anew behind a barrier, and what local
// memory holds stays in the first cache.
// RUN: heddlec %s --explain --target=znver4 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,SLOW
// RUN: heddlec %s --explain --target=sapphirerapids -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,QUICK

// Tables of 64 bits. A read that only the next operation wants is a part of it, where lanes gather.
// CHECK-LABEL: kernel 'tables'
// CHECK:         estimate:
// SLOW-NEXT:     {{.*}}sub-group size 1:
// QUICK-NEXT:    {{.*}}sub-group size {{16|32}}:
kernel void tables(global const ulong *in, global ulong *out, global const ulong *of) {
  local ulong table[4][256];
  for (int j = 0; j < 4; ++j)
    table[j][get_local_id(0)] = of[256 * j + get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong a = in[2 * get_global_id(0)], b = in[2 * get_global_id(0) + 1];
  for (int round = 0; round < 14; ++round) {
    ulong c = table[0][a & 255] ^ table[1][(b >> 8) & 255] ^ table[2][(a >> 16) & 255] ^
              table[3][(b >> 24) & 255];
    ulong d = table[0][b & 255] ^ table[1][(a >> 8) & 255] ^ table[2][(b >> 16) & 255] ^
              table[3][(a >> 24) & 255];
    a = c;
    b = d;
  }
  out[get_global_id(0)] = a + b;
}

// Counts of each work-item's own: a gather and a scatter for each.
// CHECK-LABEL: kernel 'columns'
// SLOW:          sub-group size 1:
// QUICK:         sub-group size {{16|32}}:
kernel void columns(global const uint *keys, global const uint *places, global uint *out, int n) {
  local uint next[16 * 64];
  int l = get_local_id(0);
  for (int digit = 0; digit < 16; ++digit)
    next[digit * 64 + l] = places[digit * 64 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) {
    uint key = keys[get_global_id(0) * n + i];
    out[next[(key & 15) * 64 + l]++] = key;
  }
}

// Atomic operations in local memory, one after another either way.
// CHECK-LABEL: kernel 'counts'
// CHECK:         sub-group size {{16|32}}:
kernel void counts(global const uint *values, global uint *out, uint n) {
  local uint bins[256];
  bins[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    for (int byte = 0; byte < 4; ++byte)
      atomic_inc(&bins[values[i] >> (8 * byte) & 255]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&out[get_local_id(0)], bins[get_local_id(0)]);
}

// Few have something to do between two barriers, and all have to wait.
// CHECK-LABEL: kernel 'sums'
// CHECK:         sub-group size {{16|32}}:
kernel void sums(global const float *in, global float *out) {
  local float part[256];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int distance = 1; distance < 256; distance *= 2) {
    if (2 * distance * l < 256)
      part[2 * distance * l] += part[2 * distance * l + distance];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = part[0];
}

// What each of them has goes to memory and back at every barrier.
// CHECK-LABEL: kernel 'keeps'
// CHECK:         sub-group size {{16|32}}:
kernel void keeps(global const float *in, global const int *places, global float *out, int n) {
  local float line[64];
  float4 a = 0, b = 0, c = 0, d = 0;
  for (int i = 0; i < n; ++i) {
    line[get_local_id(0)] = in[places[64 * i + get_local_id(0)]];
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 x = line[i & 63];
    a += x;
    b += a * x;
    c += b * x;
    d += c * x;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  vstore4(a + b + c + d, get_global_id(0), out);
}

// A tag that is read back tells whose write was the last. Lanes wait for one another then, in one loop well enough.
// CHECK-LABEL: kernel 'tags'
// CHECK:         sub-group size {{16|32}}:
void count(volatile local uint *bins, uint value, uint tag) {
  uint found;
  do {
    found = tag | ((bins[value] & 0x7ffffff) + 1);
    bins[value] = found;
  } while (bins[value] != found);
}

kernel void tags(global const uint *values, global uint *out, int n) {
  local volatile uint bins[256];
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i)
    count(bins, values[n * get_global_id(0) + i] & 255, get_local_id(0) << 27);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    out[get_group_id(0) * 256 + i] = bins[i] & 0x7ffffff;
}

// A work-item by itself is always the last in its round, and never goes round again.
// CHECK-LABEL: kernel 'tags_of_bytes'
// CHECK:         sub-group size 1:
kernel void tags_of_bytes(global const uint *values, global uint *out, int n) {
  local volatile uint bins[256];
  uint tag = get_local_id(0) << 27;
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint value = values[i];
    count(bins, value & 255, tag);
    count(bins, value >> 8 & 255, tag);
    count(bins, value >> 16 & 255, tag);
    count(bins, value >> 24, tag);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    out[get_group_id(0) * 256 + i] = bins[i] & 0x7ffffff;
}

// One of those who write to a place goes on, which is a matter of lanes in step.
// CHECK-LABEL: kernel 'winners'
// CHECK:         sub-group size {{16|32}}:
kernel void winners(global const uint *values, global uint *out, int n) {
  local volatile uint bins[256];
  uint tag = get_local_id(0), count = 0;
  for (int i = get_local_id(0); i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n; ++i) {
    uint value = values[n * get_global_id(0) + i] & 255;
    bins[value] = tag;
    if (bins[value] == tag)
      count += values[value];
  }
  out[get_global_id(0)] = count;
}

// Long vectors whose steps wait for one another.
// CHECK-LABEL: kernel 'vectors'
// CHECK:         sub-group size {{16|32}}:
kernel void vectors(global const uint16 *in, global uint16 *out, local uint16 *shared) {
  int l = get_local_id(0), size = get_local_size(0);
  uint16 x = in[get_global_id(0)];
  for (int round = 0; round < 16; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 0x9e3779b9u + 1u;
  }
  shared[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  x += shared[l + 1 < size ? l + 1 : 0];
  for (int round = 0; round < 16; ++round) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 0x9e3779b9u + 2u;
  }
  out[get_global_id(0)] = x;
}
