// Attention as kernels for matrix units do it, a block of keys at a time: transposed 2D reads, f16
// matrices, blocks of local memory, and extremes and sums that sub-groups bring together with
// atomics on floats in local memory. Against softmax(Q K^T / sqrt(d)) V in double on the host.
#include "tests/kernels/matrix/device_fixture.hpp"

#include <cmath>
#include <cstring>
#include <random>

namespace heddle::test {
namespace {

constexpr unsigned heads = 2, queries = 32, keys = 192, depth = 64;

constexpr char source[] = R"(
float __builtin_IB_atomic_max_local_f32(__local float *, float);
float __builtin_IB_atomic_add_local_f32(__local float *, float);

// 4 sub-groups; a work-group has 8 queries, a sub-group 16 of each 64 keys and then 16 of the
// 64 columns of V.
__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(64, 1, 1)))
kernel void attention(global const half *Q, global const half *K, global const half *V,
                      global float *out, int queries, int keys) {
  local float rowMax[8], rowSum[8];
  local ushort P[8 * 64];
  const int sg = get_sub_group_id(), lane = get_sub_group_local_id(), id = get_local_id(0);
  const int q0 = get_group_id(0) * 8, head = get_group_id(1);
  Q += head * queries * 64;
  K += head * keys * 64;
  V += head * keys * 64;
  out += head * queries * 64;
  if (id < 8) {
    rowMax[id] = -INFINITY;
    rowSum[id] = 0;
  }
  float8 O = 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (int k0 = 0; k0 < keys; k0 += 64) {
    float S[8];
    float8 sums = 0;
    for (int d = 0; d < 64; d += 16) {
      ushort a[8];
      uint b[8];
      intel_sub_group_2d_block_read_16b_8r16x1c(Q, 128, queries, 128, (int2)(d, q0), a);
      intel_sub_group_2d_block_read_transpose_32b_16r8x1c(K, 128, keys, 128,
                                                          (int2)(d / 2, k0 + sg * 16), b);
      sums = intel_sub_group_f16_f16_matrix_mad_k16(as_short8(vload8(0, a)), as_int8(vload8(0, b)),
                                                    sums);
    }
    vstore8(sums * 0.125f, 0, S);

    float old[8];
    for (int r = 0; r < 8; ++r)
      old[r] = rowMax[r];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r = 0; r < 8; ++r) {
      const float most = sub_group_reduce_max(S[r]);
      if (lane == 0)
        __builtin_IB_atomic_max_local_f32(&rowMax[r], most);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < 8)
      rowSum[id] *= exp(old[id] - rowMax[id]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int r = 0; r < 8; ++r) {
      const half p = convert_half(exp(S[r] - rowMax[r]));
      // Every lane its own.
      __builtin_IB_atomic_add_local_f32(&rowSum[r], (float)p);
      intel_sub_group_block_write_us((local ushort *)P + r * 64 + sg * 16, as_ushort(p));
    }
    float alpha[8];
    for (int r = 0; r < 8; ++r)
      alpha[r] = exp(old[r] - rowMax[r]);
    O *= vload8(0, alpha);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < 64; k += 16) {
      ushort a[8];
      uint b[8];
      for (int r = 0; r < 8; ++r)
        a[r] = intel_sub_group_block_read_us((local ushort *)P + r * 64 + k);
      intel_sub_group_2d_block_read_transform_16b_16r16x1c(V, 128, keys, 128,
                                                           (int2)(sg * 16, k0 + k), b);
      O = intel_sub_group_f16_f16_matrix_mad_k16(as_short8(vload8(0, a)), as_int8(vload8(0, b)), O);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  float sum[8];
  for (int r = 0; r < 8; ++r)
    sum[r] = rowSum[r];
  O /= vload8(0, sum);
  intel_sub_group_2d_block_write_32b_8r16x1c(out, 256, queries, 256, (int2)(sg * 16, q0),
                                             (uint *)&O);
}
)";

/// A half of few bits, exactly.
struct Number {
  std::uint16_t bits;
  double value;
};

std::vector<Number> numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Number> result(count);
  for (Number &number : result) {
    // One of 2048 steps of [0.5, 1), halved up to three times, with a sign.
    const unsigned fraction = random() % 1024, shift = random() % 4, sign = random() % 2;
    number.bits = std::uint16_t(sign << 15 | (14 - shift) << 10 | fraction);
    number.value = (sign ? -1 : 1) * std::ldexp(1024 + fraction, -11 - int(shift));
  }
  return result;
}

Bytes bytesOf(const std::vector<Number> &numbers) {
  Bytes result;
  for (const Number &number : numbers) {
    result.push_back(std::uint8_t(number.bits));
    result.push_back(std::uint8_t(number.bits >> 8));
  }
  return result;
}

TEST(FlashAttention, BlocksOfKeysGiveTheWholeSoftmax) {
  MatrixDevice &device = MatrixDevice::get();
  ASSERT_EQ(device.problem(), "");
  const std::vector<Number> Q = numbers(heads * queries * depth, 1),
                            K = numbers(heads * keys * depth, 2),
                            V = numbers(heads * keys * depth, 3);
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    const BuiltProgram built = device.buildSource(source, options);
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const Bytes output = device.run(
        built.program, "attention", {bytesOf(Q), bytesOf(K), bytesOf(V)},
        heads * queries * depth * 4, {queries / 8 * 64, heads}, {64, 1}, {queries, keys});
    ASSERT_EQ(output.size(), heads * queries * depth * 4);
    for (unsigned row = 0; row < heads * queries; ++row) {
      const unsigned head = row / queries;
      std::vector<double> weights(keys);
      double total = 0;
      for (unsigned key = 0; key < keys; ++key) {
        double sum = 0;
        for (unsigned d = 0; d < depth; ++d)
          sum += Q[row * depth + d].value * K[(head * keys + key) * depth + d].value;
        weights[key] = std::exp(sum / 8);
        total += weights[key];
      }
      for (unsigned d = 0; d < depth; ++d) {
        double wanted = 0;
        for (unsigned key = 0; key < keys; ++key)
          wanted += weights[key] / total * V[(head * keys + key) * depth + d].value;
        float found;
        std::memcpy(&found, &output[(row * depth + d) * 4], sizeof found);
        // Each weight is rounded to 11 bits, and V is less than one.
        ASSERT_NEAR(found, wanted, 0x1p-11) << options << ", row " << row << ", column " << d;
      }
    }
  }
}

} // namespace
} // namespace heddle::test
