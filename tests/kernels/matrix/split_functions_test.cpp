// cl_intel_subgroup_split_matrix_multiply_accumulate: pairs of sub-groups bring the rows of A
// together. Every function against the exact reference and against the function that has all rows;
// then pairs that meet under conditions, in loops of their own length, beside barriers, or not at
// all.
#include "tests/kernels/matrix/any_order.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"
#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {
namespace {

constexpr unsigned lanes = 8;

struct SplitFunction {
  std::string function;
  unsigned m, k;
  Format a, b, c;
  std::string aType, bType, cType;
  unsigned operands;
  std::string wholeFunction;

  std::string id() const { return function + "_m" + std::to_string(m); }
  /// The function with all rows in one sub-group.
  MadFunction whole() const {
    const std::string scalar = aType.substr(0, aType.find_first_of("0123456789"));
    return {wholeFunction, lanes, m,       k, a, b, c, scalar + std::to_string(m),
            bType,         cType, operands};
  }
};

std::ostream &operator<<(std::ostream &os, const SplitFunction &f) { return os << f.id(); }

const std::vector<SplitFunction> &splitFunctions() {
  static const std::vector<SplitFunction> table = {
#define HEDDLE_SPLIT_MATRIX_MAD(function, M, K, aFormat, bFormat, cFormat, aType, bType, cType,    \
                                bits, whole)                                                       \
  {#function, M,      K,    Format::aFormat, Format::bFormat, Format::cFormat, #aType,             \
   #bType,    #cType, bits, #whole},
#include "builtins/include/subgroup_split_matrix.def"
  };
  return table;
}

void append(Bytes &all, const Registers &registers) {
  const Bytes bytes = registers.laneMajor();
  all.insert(all.end(), bytes.begin(), bytes.end());
}

/// Rows of the even and of the odd sub-group, each M / 2; without one of them its rows are zero.
Matrix stack(const SplitFunction &f, const Matrix *even, const Matrix *odd) {
  Matrix result(f.m, f.k, f.a);
  for (unsigned m = 0; m < f.m; ++m)
    for (unsigned k = 0; k < f.k; ++k)
      if (const Matrix *half = m < f.m / 2 ? even : odd)
        result.at(m, k) = half->at(m % (f.m / 2), k);
  return result;
}

/// Rows of A for each step and sub-group, B and C for each sub-group.
struct Operands {
  Operands(const SplitFunction &f, Fill fill, unsigned subGroups, unsigned steps) {
    Random random(std::uint64_t(fill) * 100 + f.m);
    MadFunction half = f.whole();
    half.m = f.m / 2;
    half.aType = f.aType;
    for (unsigned step = 0; step < steps; ++step)
      for (unsigned s = 0; s < subGroups; ++s) {
        Matrix x(half.m, f.k, f.a), y(f.k, lanes, f.b), z(f.m, lanes, f.c);
        fillMatrices(x, y, z, fill, random);
        append(bytesA, packA(half, x));
        a.push_back(x);
        if (step > 0)
          continue;
        append(bytesB, packB(half, y));
        append(bytesC, packC(f.whole(), z));
        b.push_back(y);
        c.push_back(z);
      }
  }
  const Matrix &rows(unsigned step, unsigned subGroup) const {
    return a[step * b.size() + subGroup];
  }

  std::vector<Matrix> a, b, c;
  Bytes bytesA, bytesB, bytesC;
};

class SplitFunctionTest : public MatrixDeviceTest,
                          public testing::WithParamInterface<SplitFunction> {
protected:
  /// Kernels "…_split" and "…_whole" of all functions, which loop over steps.
  static const BuiltProgram &program() {
    static const BuiltProgram built = [] {
      std::string source;
      for (const SplitFunction &f : splitFunctions())
        for (bool whole : {false, true})
          source += "__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(16, 1, 1))) "
                    "kernel void " +
                    f.id() + (whole ? "_whole" : "_split") + "(global const " +
                    (whole ? f.whole().aType : f.aType) + " *a, global const " + f.bType +
                    " *b, global const " + f.cType + " *c, global " + f.cType +
                    " *d, uint steps, uint stride) {\n  size_t i = get_global_id(0);\n  " +
                    f.cType + " acc = c[i];\n  for (uint s = 0; s < steps; ++s)\n    acc = " +
                    (whole ? f.wholeFunction : f.function) +
                    "(a[i + s * stride], b[i], acc);\n  d[i] = acc;\n}\n";
      return MatrixDevice::get().buildSource(source, "-cl-std=CL3.0 -cl-uniform-work-group-size");
    }();
    return built;
  }

  void run(Fill fill, unsigned steps) {
    const SplitFunction &f = GetParam();
    const MadFunction whole = f.whole();
    const BuiltProgram &built = program();
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    constexpr unsigned subGroups = 4;
    const Operands x(f, fill, subGroups, steps);
    std::vector<Matrix> expected = x.c;
    std::vector<AnyOrderSums> anyOrder(x.c.begin(), x.c.end());
    Bytes wholeA;
    for (unsigned step = 0; step < steps; ++step)
      for (unsigned s = 0; s < subGroups; ++s) {
        const Matrix rows = stack(f, &x.rows(step, s & ~1u), &x.rows(step, s | 1));
        expected[s] = multiplyAdd(rows, x.b[s], expected[s]);
        anyOrder[s].add(rows, x.b[s]);
        append(wholeA, packA(whole, rows));
      }
    const std::vector<cl_uint> numbers = {steps, subGroups * lanes};
    for (bool isWhole : {false, true}) {
      const Bytes found = device().run(built.program, f.id() + (isWhole ? "_whole" : "_split"),
                                       {isWhole ? wholeA : x.bytesA, x.bytesB, x.bytesC},
                                       x.bytesC.size(), subGroups * lanes, 2 * lanes, numbers);
      ASSERT_EQ(found.size(), x.bytesC.size());
      for (unsigned s = 0; s < subGroups; ++s) {
        const Matrix d = unpackC(
            whole, Registers::fromLaneMajor(lanes, f.m, 32, found.data() + s * found.size() / 4));
        EXPECT_EQ(
            sumsInReferenceOrder(f.a) ? difference(d, expected[s]) : anyOrder[s].difference(d), "")
            << (isWhole ? "whole" : "split") << ", sub-group " << s;
      }
    }
  }
};

TEST_P(SplitFunctionTest, MultipliesRandomMatrices) { run(Fill::random, 1); }
TEST_P(SplitFunctionTest, ChainsOnTheAccumulatorInALoop) { run(Fill::random, 4); }
TEST_P(SplitFunctionTest, PutsOneProductWhereTheLayoutSays) { run(Fill::oneHot, 1); }
TEST_P(SplitFunctionTest, WrapsAndIsExactAtTheEndsOfTheRanges) { run(Fill::extremes, 2); }

INSTANTIATE_TEST_SUITE_P(All, SplitFunctionTest, testing::ValuesIn(splitFunctions()),
                         [](const auto &info) { return info.param.id(); });

// MAD(n): with rows n of the own sub-group. TELL: the next sub-group's number, through local
// memory.
constexpr char pairsSource[] = R"(
#define MAD(n) acc = intel_sub_group_i8_u8_split_matrix_mad_k32(a[i + (n) * stride], b[i], acc)
#define TELL(value)                                                                                \
  if (get_sub_group_local_id() == 0)                                                               \
    told[s] = (value);                                                                             \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                    \
  acc += (int8)(told[(s + 1) % get_num_sub_groups()]);                                             \
  barrier(CLK_LOCAL_MEM_FENCE);
#define SIZE8 __attribute__((intel_reqd_sub_group_size(8)))
#define PAIRS(name, attribute, body)                                                               \
  attribute kernel void name(global const int4 *a, global const uint8 *b, global const int8 *c,    \
                             global int8 *d, uint stride) {                                        \
    local uint told[64];                                                                           \
    size_t i = get_global_id(0);                                                                   \
    uint s = get_sub_group_id();                                                                   \
    int8 acc = c[i];                                                                               \
    body;                                                                                          \
    d[i] = acc;                                                                                    \
  }

PAIRS(once, SIZE8, MAD(0))
PAIRS(without_attribute, , MAD(0))
PAIRS(in_a_row, SIZE8, MAD(0); MAD(1); MAD(2); MAD(3))
PAIRS(several_at_once, SIZE8,
      for (uint n = 0; n < 2; ++n) { MAD(0); MAD(n + 1); MAD(0); TELL(n + s); })
PAIRS(first_pair, SIZE8, if (s < 2) MAD(0); else acc += 1)
PAIRS(own_trip_counts, SIZE8, for (uint n = 0; n <= s / 2; ++n) MAD(n))
PAIRS(beside_barriers, SIZE8,
      for (uint n = 0; n < 3; ++n) { MAD(n); TELL(10 * n + s); if (s >= 2) MAD(3); })
PAIRS(after_early_return, SIZE8,
      if (s >= 2) { acc += 7; d[i] = acc; return; } MAD(0);
      barrier(CLK_LOCAL_MEM_FENCE); MAD(1))
PAIRS(partner_returns, SIZE8,
      MAD(0); if (s == 1) { d[i] = acc; return; } MAD(1); MAD(2))
PAIRS(odd_ones_return, SIZE8, if (s & 1) { d[i] = acc; return; } MAD(0); MAD(1))
PAIRS(nested, SIZE8,
      for (uint n = 0; n < 2; ++n)
        for (uint o = 0; o <= s / 2; ++o) {
          if (s / 2 == n)
            MAD(n);
          MAD(o);
        })
PAIRS(different_calls, SIZE8, if (s & 1) MAD(0); else { acc += 1; MAD(1); } )
PAIRS(never_meet, SIZE8, if (s & 1) barrier(CLK_LOCAL_MEM_FENCE); else MAD(0))
PAIRS(guarded, SIZE8, if (get_local_id(0) >= 3 * 8) { d[i] = acc; return; } MAD(0); MAD(1))
)";

class SplitPairTest : public MatrixDeviceTest {
protected:
  /// What a sub-group does: a call with rows `step`, or an addition to all its sums.
  struct Action {
    enum { call, add } kind;
    unsigned value;
  };
  using Actions = std::vector<Action>;
  static Action mad(unsigned step) { return {Action::call, step}; }
  static Action add(unsigned value) { return {Action::add, value}; }

  static constexpr unsigned steps = 4;

  static const SplitFunction &function() {
    for (const SplitFunction &f : splitFunctions())
      if (f.function == "intel_sub_group_i8_u8_split_matrix_mad_k32" && f.m == 8)
        return f;
    throw std::logic_error("no such function");
  }

  static const BuiltProgram &program() {
    static const BuiltProgram built = MatrixDevice::get().buildSource(pairsSource);
    return built;
  }

  /// Two work-groups of as many sub-groups as there are lists of actions. The n-th calls of a pair
  /// belong together.
  void expect(const std::string &kernel, const std::vector<Actions> &actions) {
    const BuiltProgram &built = program();
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const SplitFunction &f = function();
    const unsigned inGroup = actions.size(), all = 2 * inGroup;
    const Operands x(f, Fill::random, all, steps);
    const auto nthCall = [&](unsigned s, unsigned n) -> const Matrix * {
      for (const Action &action : actions[s % inGroup])
        if (action.kind == Action::call && n-- == 0)
          return &x.rows(action.value, s);
      return nullptr;
    };
    const Bytes found = device().run(built.program, kernel, {x.bytesA, x.bytesB, x.bytesC},
                                     x.bytesC.size(), all * lanes, inGroup * lanes, {all * lanes});
    ASSERT_EQ(found.size(), x.bytesC.size());
    for (unsigned s = 0; s < all; ++s) {
      const unsigned own = s % inGroup, partner = own ^ 1;
      Matrix sum = x.c[s];
      unsigned calls = 0;
      for (const Action &action : actions[own]) {
        if (action.kind == Action::add) {
          for (std::uint32_t &bits : sum.bits)
            bits += action.value;
          continue;
        }
        const Matrix *theirs = partner < inGroup ? nthCall(s - own + partner, calls) : nullptr;
        const Matrix *mine = &x.rows(action.value, s);
        sum = multiplyAdd(own & 1 ? stack(f, theirs, mine) : stack(f, mine, theirs), x.b[s], sum);
        ++calls;
      }
      EXPECT_EQ(
          difference(unpackC(f.whole(), Registers::fromLaneMajor(
                                            lanes, f.m, 32, found.data() + s * found.size() / all)),
                     sum),
          "")
          << kernel << ", sub-group " << s << " of " << inGroup << " in a work-group";
    }
  }
};

TEST_F(SplitPairTest, OfASmallWorkGroup) { expect("once", {{mad(0)}, {mad(0)}}); }
TEST_F(SplitPairTest, ManyInAWorkGroup) {
  expect("once", std::vector<Actions>(32, Actions{mad(0)}));
}
TEST_F(SplitPairTest, ImpliesTheSubGroupSize) {
  expect("without_attribute", {{mad(0)}, {mad(0)}, {mad(0)}, {mad(0)}});
}
TEST_F(SplitPairTest, MissingPartnerGivesZeros) {
  expect("once", {{mad(0)}});
  expect("once", {{mad(0)}, {mad(0)}, {mad(0)}});
  const Actions all = {mad(0), mad(1), mad(2), mad(3)};
  expect("in_a_row", {all, all, all});
}
TEST_F(SplitPairTest, CallsSeveralTimesInARow) {
  const Actions all = {mad(0), mad(1), mad(2), mad(3)};
  expect("in_a_row", {all, all, all, all});
}
TEST_F(SplitPairTest, BringsTheRowsOfSeveralProductsTogether) {
  for (unsigned count : {1, 2, 3, 6}) {
    std::vector<Actions> actions(count);
    for (unsigned s = 0; s < count; ++s)
      for (unsigned n = 0; n < 2; ++n)
        for (const Action &action : {mad(0), mad(n + 1), mad(0), add(n + (s + 1) % count)})
          actions[s].push_back(action);
    expect("several_at_once", actions);
  }
}
TEST_F(SplitPairTest, MeetsUnderAConditionOfItsOwn) {
  expect("first_pair", {{mad(0)}, {mad(0)}, {add(1)}, {add(1)}, {add(1)}});
}
TEST_F(SplitPairTest, LoopsAsOftenAsItLikes) {
  const Actions one = {mad(0)}, two = {mad(0), mad(1)}, three = {mad(0), mad(1), mad(2)};
  expect("own_trip_counts", {one, one, two, two, three, three});
}
TEST_F(SplitPairTest, MeetsBesideBarriers) {
  std::vector<Actions> actions(5);
  for (unsigned s = 0; s < 5; ++s)
    for (unsigned n = 0; n < 3; ++n) {
      actions[s].push_back(mad(n));
      actions[s].push_back(add(10 * n + (s + 1) % 5));
      if (s >= 2)
        actions[s].push_back(mad(3));
    }
  expect("beside_barriers", actions);
}
TEST_F(SplitPairTest, MeetsWhenOthersHaveReturned) {
  const Actions pair = {mad(0), mad(1)};
  expect("after_early_return", {pair, pair, {add(7)}, {add(7)}});
}
TEST_F(SplitPairTest, GoesOnWithoutAPartnerThatHasReturned) {
  const Actions two = {mad(0), mad(1), mad(2)};
  expect("partner_returns", {two, {mad(0)}, two, two});
  const Actions even = {mad(0), mad(1)};
  expect("odd_ones_return", {even, {}, even, {}});
}
TEST_F(SplitPairTest, MeetsBehindAGuard) {
  const Actions two = {mad(0), mad(1)};
  expect("guarded", {two, two, two, {}, {}});
}
TEST_F(SplitPairTest, MeetsInNestedLoops) {
  std::vector<Actions> actions(4);
  for (unsigned s = 0; s < 4; ++s)
    for (unsigned n = 0; n < 2; ++n)
      for (unsigned o = 0; o <= s / 2; ++o) {
        if (s / 2 == n)
          actions[s].push_back(mad(n));
        actions[s].push_back(mad(o));
      }
  expect("nested", actions);
}
TEST_F(SplitPairTest, MeetsAtDifferentCalls) {
  expect("different_calls", {{add(1), mad(1)}, {mad(0)}, {add(1), mad(1)}, {mad(0)}});
}
// Undefined: whatever comes out, the command ends.
TEST_F(SplitPairTest, EndsWhenThePartnerWaitsForTheWorkGroup) {
  const BuiltProgram &built = program();
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const Operands x(function(), Fill::random, 2, steps);
  EXPECT_EQ(device()
                .run(built.program, "never_meet", {x.bytesA, x.bytesB, x.bytesC}, x.bytesC.size(),
                     2 * lanes, 2 * lanes, {2 * lanes})
                .size(),
            x.bytesC.size());
}
// Rows of lanes that do not exist are zeros; the partner's are all there.
TEST_F(SplitPairTest, TakesMissingLanesAsZero) {
  const BuiltProgram &built = program();
  ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
  const SplitFunction &f = function();
  const MadFunction whole = f.whole();
  for (unsigned present : {1u, 4u, 7u}) {
    const Operands x(f, Fill::random, 2, steps);
    Matrix odd = x.rows(0, 1);
    for (unsigned m = 0; m < odd.rows; ++m)
      for (unsigned k = present * f.k / lanes; k < f.k; ++k)
        odd.at(m, k) = 0;
    const Bytes found = device().run(built.program, "once", {x.bytesA, x.bytesB, x.bytesC},
                                     x.bytesC.size(), lanes + present, lanes + present, {16});
    ASSERT_EQ(found.size(), x.bytesC.size());
    for (unsigned s = 0; s < 2; ++s) {
      const Matrix d = unpackC(
          whole, Registers::fromLaneMajor(lanes, f.m, 32, found.data() + s * found.size() / 2));
      const Matrix expected = multiplyAdd(stack(f, &x.rows(0, 0), &odd), x.b[s], x.c[s]);
      for (unsigned m = 0; m < f.m; ++m)
        for (unsigned n = 0; n < (s ? present : lanes); ++n)
          EXPECT_EQ(d.at(m, n), expected.at(m, n)) << "sub-group " << s << ", " << present;
    }
  }
}

} // namespace
} // namespace heddle::test
