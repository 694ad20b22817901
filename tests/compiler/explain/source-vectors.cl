// Kernels whose own vectors fill the registers run one work-item after another: as lanes, few of
// their values would find room.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V4
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V3

// CHECK-LABEL: kernel 'hash'
// CHECK:         sub-group size 1: its own long vectors fill the registers
kernel void hash(global const uint16 *words, global uint16 *out, uint rounds) {
  size_t i = get_global_id(0);
  uint16 a = words[4 * i], b = words[4 * i + 1], c = words[4 * i + 2], d = words[4 * i + 3];
  for (uint r = 0; r < rounds; ++r) {
    a += (b & c) | (~b & d);
    a = rotate(a, (uint16)(7)) + b;
    d += (a & b) | (~a & c);
    d = rotate(d, (uint16)(12)) + a;
  }
  out[i] = a ^ b ^ c ^ d;
}

// One vector that waits for itself: its components as registers are 16 chains, where there is room.
// CHECK-LABEL: kernel 'one_chain'
// V4:            sub-group size 16: as many floats
// V3:            sub-group size 1: its own long vectors fill the registers
kernel void one_chain(global uint16 *data, uint rounds) {
  size_t i = get_global_id(0);
  uint16 x = data[i];
  for (uint r = 0; r < rounds; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x = x * 0x9e3779b9u + r;
  }
  data[i] = x;
}

// The same where the loop was unrolled.
// CHECK-LABEL: kernel 'unrolled_chain'
// V4:            sub-group size 16: as many floats
// V3:            sub-group size 1: its own long vectors fill the registers
kernel void unrolled_chain(global const uint16 *in, global uint16 *out, uint step) {
  size_t i = get_global_id(0);
  uint16 x = in[i];
  for (int r = 0; r < 16; ++r) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x = x * 0x9e3779b9u + (step + (uint)i);
  }
  out[i] = x;
}

// Many vectors, which as lanes would not find room.
// CHECK-LABEL: kernel 'unrolled_hash'
// CHECK:         sub-group size 1: its own long vectors fill the registers
kernel void unrolled_hash(global uint16 *data) {
  size_t i = 4 * get_global_id(0);
  uint16 a = data[i], b = data[i + 1], c = data[i + 2], d = data[i + 3];
#pragma unroll
  for (int r = 0; r < 16; ++r) {
    a += ((b & c) | (~b & d)) + (uint)r;
    uint16 next = b + rotate(a, (uint16)(7));
    a = d, d = c, c = b, b = next;
  }
  data[i] = a, data[i + 1] = b, data[i + 2] = c, data[i + 3] = d;
}

// Independent work for as many units as there are.
// CHECK-LABEL: kernel 'no_chain'
// CHECK:         sub-group size 1: its own long vectors fill the registers
kernel void no_chain(global const uint16 *in, global uint16 *out, uint rounds) {
  size_t i = get_global_id(0);
  for (uint r = 0; r < rounds; ++r) {
    uint16 x = in[i + r];
    out[i + r] = (x ^ (x << 13)) + (x >> 17) * 5;
  }
}

// Short vectors are lanes as scalars are.
// CHECK-LABEL: kernel 'short_vectors'
// CHECK:         sub-group size {{8|16}}: as many floats
kernel void short_vectors(global const float4 *in, global float4 *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * in[i] + 1.0f;
}

// Long vectors are loaded, but the work is that of scalars.
// CHECK-LABEL: kernel 'few_vectors'
// CHECK:         sub-group size {{8|16|32}}:
kernel void few_vectors(global const float16 *in, global float *out, int rounds) {
  size_t i = get_global_id(0);
  float sum = in[i].s0, step = in[i].s9;
  for (int r = 0; r < rounds; ++r)
    sum = sqrt(sum * step + r) * sum - step;
  out[i] = sum;
}

// A kernel that requires a size has it.
// CHECK-LABEL: kernel 'required'
// CHECK:         sub-group size 8: the kernel requires it
__attribute__((intel_reqd_sub_group_size(8)))
kernel void required(global uint16 *data) {
  size_t i = get_global_id(0);
  data[i] = data[i] * data[i] + (uint16)(1);
}

// What is called out of line does not show whether it waits for itself: its operations count, the
// code that is left around it does not.
// CHECK-LABEL: kernel 'hash_out_of_line'
// CHECK:         sub-group size 1: its own long vectors fill the registers
__attribute__((noinline)) void mix_words(const uint *words, global uint16 *out, uint rounds) {
  uint16 a = words[0], b = words[1], c = words[2];
  for (uint r = 0; r < rounds; ++r) {
    a = rotate(a, (uint16)(7)) + (b & c) + (~b & a);
    b = rotate(b, (uint16)(9)) ^ c;
    c += a;
  }
  *out = a + b + c;
}
kernel void hash_out_of_line(global const uint *in, global uint16 *out, uint rounds) {
  size_t i = get_global_id(0);
  uint words[3] = {in[4 * i], in[4 * i + 1], in[4 * i + 2]};
  mix_words(words, out + i, rounds);
}

// Vectors that lie anywhere, whose components change places: as lanes they would be transposed.
// CHECK-LABEL: kernel 'anywhere_mixed'
// CHECK:         sub-group size 1: its own long vectors fill the registers
kernel void anywhere_mixed(global const int *places, global const float8 *in, global float8 *out) {
  size_t i = get_global_id(0);
  float8 x = in[places[i]] * 2;
  if (i & 1)
    out[places[i]] = x.s76543210 + x.s11335577;
}

// Where they keep their places, they stay as they lie, which half as many lanes do not pay for.
// CHECK-LABEL: kernel 'anywhere'
// V4:            sub-group size 16:
// V3:            sub-group size 1: its lanes would part, or reach for memory one by one
kernel void anywhere(global const int *places, global const float8 *in, global float8 *out) {
  size_t i = get_global_id(0);
  out[i] = in[places[i]] + in[places[i ^ 1]];
}
