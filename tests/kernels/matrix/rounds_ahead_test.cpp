// Loops that stage factors some rounds ahead: what was staged last is multiplied in a loop of its
// own behind them, and addresses go on or change places from round to round.
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

#include <algorithm>
#include <functional>

namespace heddle::test {
namespace {

constexpr unsigned columns = 32, depth = 16, mostRounds = 12;

struct Style {
  const char *name;
  const char *body;
  /// The round whose rows of B each product has.
  std::function<std::vector<unsigned>(unsigned rounds)> order;
  unsigned fewest; ///< rounds
};

std::vector<unsigned> inOrder(unsigned rounds) {
  std::vector<unsigned> result;
  for (unsigned round = 0; round < rounds; ++round)
    result.push_back(round);
  return result;
}

// All rounds have the same A, and B has words of two rows.
constexpr char kernelText[] = R"(
#define STAGE(tile, round)                                                                         \
  for (int i = item; i < 256; i += 32)                                                             \
    (tile)[i] = b[(round) * 256 + i];
#define PRODUCT(tile)                                                                              \
  {                                                                                                \
    int8 g;                                                                                        \
    for (int r = 0; r < 8; ++r)                                                                    \
      g[r] = (tile)[r * 32 + part * 16 + lane];                                                    \
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(f, g, sum);                                     \
  }
#define WAIT barrier(CLK_LOCAL_MEM_FENCE)

__attribute__((intel_reqd_sub_group_size(16), reqd_work_group_size(32, 1, 1)))
kernel void product(global const ushort *a, global const int *b, global float *d, int rounds) {
  local int tile[3][256];
  const int item = get_local_id(0), part = get_sub_group_id(), lane = get_sub_group_local_id();
  short8 f;
  for (int r = 0; r < 8; ++r)
    f[r] = a[r * 16 + lane];
  float8 sum = 0;
  BODY
  for (int r = 0; r < 8; ++r)
    d[r * 32 + part * 16 + lane] = sum[r];
}
)";

const Style styles[] = {
    {"One", R"(
  int t = 0;
  STAGE(tile[0], 0)
  for (; t < rounds - 1; ++t) {
    WAIT;
    STAGE(tile[(t + 1) % 2], t + 1)
    PRODUCT(tile[t % 2])
  }
  for (; t < rounds; ++t) {
    WAIT;
    PRODUCT(tile[t % 2])
  })",
     inOrder, 0},
    {"Two", R"(
  int t = 0, k = 0;
  STAGE(tile[0], 0)
  STAGE(tile[1], 1)
  for (; k < rounds * 16 - 32; k += 16) {
    WAIT;
    STAGE(tile[(t + 2) % 3], k / 16 + 2)
    PRODUCT(tile[t % 3])
    ++t;
  }
  for (; k < rounds * 16; k += 16) {
    WAIT;
    PRODUCT(tile[t % 3])
    ++t;
  })",
     inOrder, 0},
    // What only the first loop counts.
    {"Address", R"(
  int t = 0, now = 0, next = 2;
  STAGE(tile[0], 0)
  STAGE(tile[1], 1)
  b += 512;
  for (; t < rounds - 2; ++t) {
    WAIT;
    STAGE(tile[next], 0)
    PRODUCT(tile[now])
    b += 256;
    now = now == 2 ? 0 : now + 1;
    next = next == 2 ? 0 : next + 1;
  }
  for (; t < rounds; ++t) {
    WAIT;
    PRODUCT(tile[now])
    now = now == 2 ? 0 : now + 1;
  })",
     inOrder, 0},
    // The last round multiplies what was staged for an earlier one.
    {"OneMore", R"(
  int t = 0;
  STAGE(tile[0], 0)
  STAGE(tile[1], 1)
  for (; t < rounds - 2; ++t) {
    WAIT;
    STAGE(tile[(t + 2) % 3], t + 2)
    PRODUCT(tile[t % 3])
  }
  for (; t < rounds + 1; ++t) {
    WAIT;
    PRODUCT(tile[t % 3])
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result = inOrder(rounds);
       result.push_back(rounds - 3);
       return result;
     },
     3},
    // The other way round.
    {"Back", R"(
  int t = 0;
  STAGE(tile[0], 0)
  STAGE(tile[1], 1)
  for (; t < rounds - 2; ++t) {
    WAIT;
    STAGE(tile[(t + 2) % 3], t + 2)
    PRODUCT(tile[t % 3])
  }
  for (int end = t + 2; end > t; --end) {
    WAIT;
    PRODUCT(tile[(end - 1) % 3])
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result = inOrder(rounds);
       std::swap(result[rounds - 1], result[rounds - 2]);
       return result;
     },
     2},
    // One of two counters goes on from the loop in front.
    {"CountedInFront", R"(
  int to = 0;
  for (; to < 2; ++to)
    STAGE(tile[to], to)
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    if (to < rounds)
      STAGE(tile[to % 3], to)
    ++to;
    PRODUCT(tile[t % 3])
  })",
     inOrder, 0},
    {"AdvancedBefore", R"(
  STAGE(tile[0], 0)
  WAIT;
  for (int t = 0; t < rounds; ++t) {
    b += 256;
    if (t + 1 < rounds)
      STAGE(tile[t + 1 & 1], 0)
    PRODUCT(tile[t & 1])
    WAIT;
  })",
     inOrder, 0},
    {"ExchangedTwo", R"(
  local int *now = tile[0], *next = tile[1];
  STAGE(now, 0)
  WAIT;
  for (int t = 0; t < rounds; ++t) {
    if (t + 1 < rounds)
      STAGE(next, t + 1)
    PRODUCT(now)
    WAIT;
    local int *const other = now;
    now = next;
    next = other;
  })",
     inOrder, 0},
    {"ExchangedThree", R"(
  local int *now = tile[0], *next = tile[1], *then = tile[2];
  STAGE(now, 0)
  STAGE(next, 1)
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    if (t + 2 < rounds)
      STAGE(then, t + 2)
    PRODUCT(now)
    local int *const other = now;
    now = next;
    next = then;
    then = other;
  })",
     inOrder, 0},
    // Of two arrays.
    {"ExchangedArrays", R"(
  local int second[256];
  local int *now = tile[0], *next = second;
  STAGE(now, 0)
  WAIT;
  for (int t = 0; t < rounds; ++t) {
    if (t + 1 < rounds)
      STAGE(next, t + 1)
    PRODUCT(now)
    WAIT;
    local int *const other = now;
    now = next;
    next = other;
  })",
     inOrder, 0},
    // What is staged is multiplied only if nothing else was.
    {"ExchangedOnce", R"(
  local int *now = tile[0], *next = tile[1];
  STAGE(now, 0)
  WAIT;
  for (int t = 0; t < rounds; ++t) {
    if (t + 1 < rounds)
      STAGE(next, t + 1)
    PRODUCT(now)
    WAIT;
    if (t == 0) {
      local int *const other = now;
      now = next;
      next = other;
    }
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result(rounds, 1);
       if (rounds > 0)
         result[0] = 0;
       return result;
     },
     0},
    // The last one is staged again, or another one.
    {"Bounded", R"(
  STAGE(tile[0], 0)
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    STAGE(tile[t + 1 & 1], min(t + 1, rounds - 1))
    PRODUCT(tile[t & 1])
  })",
     inOrder, 0},
    {"BoundedBefore", R"(
  STAGE(tile[0], 0)
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    STAGE(tile[t + 1 & 1], min(t + 1, rounds - 3))
    PRODUCT(tile[t & 1])
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result = inOrder(rounds);
       for (unsigned &round : result)
         round = std::min(round, rounds - 3);
       return result;
     },
     3},
    {"BoundedBehindAnother", R"(
  STAGE(tile[0], 1)
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    STAGE(tile[t + 1 & 1], t + 1 < rounds - 1 ? t + 1 : 0)
    PRODUCT(tile[t & 1])
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result = inOrder(rounds);
       result.back() = 0;
       result.front() = 1;
       return result;
     },
     1},
    {"TwoBounded", R"(
  STAGE(tile[0], min(0, rounds))
  STAGE(tile[1], min(1, rounds))
  for (int t = 0; t < rounds; ++t) {
    WAIT;
    STAGE(tile[(t + 2) % 3], min(t + 2, rounds - 1))
    PRODUCT(tile[t % 3])
  })",
     inOrder, 0},
    // Every second one that was staged.
    {"Steps", R"(
  int t = 0;
  STAGE(tile[0], 0)
  STAGE(tile[1], 1)
  for (; t < rounds - 2; ++t) {
    WAIT;
    STAGE(tile[(t + 2) % 3], t + 2)
    PRODUCT(tile[t % 3])
  }
  for (; t < rounds; t += 2) {
    WAIT;
    PRODUCT(tile[t % 3])
  })",
     [](unsigned rounds) {
       std::vector<unsigned> result = inOrder(rounds);
       result.pop_back();
       return result;
     },
     2},
};

class RoundsAheadTest : public MatrixDeviceTest, public testing::WithParamInterface<Style> {};

TEST_P(RoundsAheadTest, AnyNumber) {
  std::string text = kernelText;
  text.replace(text.find("BODY"), 4, GetParam().body);
  const BuiltProgram built = device().buildSource(text, "-cl-std=CL3.0");
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  Random random(7);
  std::vector<int> a(8 * depth), b((mostRounds + 2) * depth * columns);
  for (std::vector<int> *numbers : {&a, &b})
    for (int &number : *numbers)
      number = static_cast<int>(random.below(9)) - 4;
  std::vector<std::uint16_t> ofA, ofB(b.size());
  for (const int number : a)
    ofA.push_back(bfloatOfFloat(static_cast<float>(number)));
  for (unsigned i = 0; i < b.size() / columns; ++i)
    for (unsigned column = 0; column < columns; ++column)
      ofB[(i / 2 * columns + column) * 2 + i % 2] =
          bfloatOfFloat(static_cast<float>(b[i * columns + column]));
  for (unsigned rounds = GetParam().fewest; rounds <= mostRounds; ++rounds) {
    std::vector<float> expected(8 * columns);
    for (const unsigned round : GetParam().order(rounds))
      for (unsigned row = 0; row < 8; ++row)
        for (unsigned column = 0; column < columns; ++column)
          for (unsigned i = 0; i < depth; ++i)
            expected[row * columns + column] +=
                static_cast<float>(a[row * depth + i] * b[(round * depth + i) * columns + column]);
    const Bytes wanted = bytesOf(expected);
    EXPECT_EQ(device().run(built.program, "product", {bytesOf(ofA), bytesOf(ofB)}, wanted.size(),
                           32, 32, {rounds}),
              wanted)
        << rounds << " rounds";
  }
  clReleaseProgram(built.program);
}

INSTANTIATE_TEST_SUITE_P(Styles, RoundsAheadTest, testing::ValuesIn(styles),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace heddle::test
