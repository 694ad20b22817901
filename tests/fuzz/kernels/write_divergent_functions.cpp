// Sub-group functions that only some work-items of a sub-group call. The work-items that do are
// known before, so each works out for itself what it must get; at whatever sub-group size, `wrong`
// stays zero.
#include "tests/fuzz/kernels/function_writer.hpp"

#include <array>

namespace heddle::test {

namespace {

using Kind = ValueType::Kind;

/// A call, and what work-item `lid` must get: from the values y of the work-items j that call, in
/// order.
struct Function {
  const char *call;
  const char *start;
  const char *step;
  bool isWide = true; ///< for any type, or for uint only
};

// `low` and `high` are the first and the last work-item that call, `near` is this one or one that
// calls soon after it, `base` the first of the sub-group.
constexpr std::array<Function, 28> functions = {{
    {"sub_group_non_uniform_reduce_add(x)", "0", "want += y;"},
    {"sub_group_non_uniform_reduce_mul(x)", "1", "want *= y;", false},
    {"sub_group_non_uniform_reduce_min(x)", "x", "want = min(want, y);"},
    {"sub_group_non_uniform_reduce_max(x)", "x", "want = max(want, y);"},
    {"sub_group_non_uniform_scan_inclusive_add(x)", "0", "if (j <= lid) want += y;"},
    {"sub_group_non_uniform_scan_exclusive_add(x)", "0", "if (j < lid) want += y;"},
    {"sub_group_non_uniform_scan_inclusive_max(x)", "x", "if (j <= lid) want = max(want, y);"},
    {"sub_group_non_uniform_scan_inclusive_min(x)", "x", "if (j <= lid) want = min(want, y);"},
    {"sub_group_non_uniform_broadcast(x, high - base)", "0", "if (j == high) want = y;"},
    {"sub_group_broadcast_first(x)", "0", "if (j == low) want = y;"},
    {"sub_group_shuffle(x, near - base)", "0", "if (j == near) want = y;"},
    {"sub_group_shuffle_xor(x, (near - base) ^ (lid - base))", "0", "if (j == near) want = y;"},
    {"sub_group_shuffle_down(x, near - lid)", "0", "if (j == near) want = y;"},
    {"sub_group_shuffle_up(x, lid - low)", "0", "if (j == low) want = y;"},
    {"sub_group_non_uniform_reduce_xor(x)", "0", "want ^= y;", false},
    {"sub_group_non_uniform_reduce_or(x)", "0", "want |= y;", false},
    {"sub_group_non_uniform_reduce_and(x)", "~0u", "want &= y;", false},
    {"sub_group_non_uniform_scan_exclusive_xor(x)", "0", "if (j < lid) want ^= y;", false},
    {"sub_group_ballot_bit_count(sub_group_ballot(x & 1))", "0", "want += y & 1;", false},
    {"sub_group_ballot_inclusive_scan(sub_group_ballot(x & 1))", "0",
     "if (j <= lid) want += y & 1;", false},
    {"sub_group_ballot_exclusive_scan(sub_group_ballot(x & 1))", "0", "if (j < lid) want += y & 1;",
     false},
    {"sub_group_ballot_find_lsb(sub_group_ballot(1)) + base", "low", "", false},
    {"sub_group_ballot_find_msb(sub_group_ballot(1)) + base", "high", "", false},
    {"(sub_group_inverse_ballot(sub_group_ballot(x & 1)) != 0)", "x & 1", "", false},
    {"(sub_group_elect() != 0)", "low == lid", "", false},
    {"(sub_group_non_uniform_any(x & 1) != 0)", "0", "want |= y & 1;", false},
    {"(sub_group_non_uniform_all(x & 1) != 0)", "1", "want &= y;", false},
    {"(sub_group_non_uniform_all_equal(x & 1) != 0)", "1", "want &= ~(x ^ y);", false},
}};

} // namespace

void FunctionWriter::divergentFunction() {
  const Function &function = functions[pick(functions.size())];
  std::vector<ValueType> types = {uintType};
  if (function.isWide)
    types = {uintType,
             intType,
             {Kind::unsignedInteger, 8, 1},
             {Kind::signedInteger, 16, 1},
             {Kind::unsignedInteger, 64, 1},
             {Kind::floating, 32, 1}};
  if (function.isWide && context.features.doubles)
    types.push_back({Kind::floating, 64, 1});
  const ValueType type = types[pick(types.size())];
  // Small whole numbers, whose sums are exact.
  const std::string name = type.name(), operand = "(" + value(uintType, 1) + " & 3)";
  const std::string call = "got = (" + name + ")(" + std::string(function.call) + ");";
  enum Flow { branch, otherBranch, nested, choice, rounds };
  const Flow flow = Flow(pick(5));
  // Which round of the loop, case of the switch, or side of the branch a work-item takes.
  const std::string way = flow == branch || flow == otherBranch
                              ? "(uint)" + condition(1)
                              : "(" + value(uintType, 1) + " & 3)";
  open("{");
  line(name + " x = (" + name + ")" + operand + ", got = 0;");
  line("uint way = " + way + ", base = (uint)lid - get_sub_group_local_id();");
  line("scratch[lid] = (uint)x;");
  line("scratch[groupItems + lid] = way;");
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  // What those get that go the way `mine` together.
  const std::string takes = flow == rounds ? "scratch[groupItems + j] > mine"
                            : flow == nested
                                ? "(scratch[groupItems + j] & 1) && scratch[groupItems + j] >= mine"
                                : "scratch[groupItems + j] == mine";
  const std::string past = "base + get_sub_group_size()";
  auto expect = [&](const std::string &mine) {
    line("uint mine = " + mine + ", low = lid, high = lid, near = lid;");
    open("for (uint j = base; j < " + past + "; ++j) if (" + takes + ") {");
    line("low = min(low, j); high = max(high, j); if (j <= lid + 2) near = j;");
    close();
    line(name + " want = (" + name + ")(" + function.start + ");");
    open("for (uint j = base; j < " + past + "; ++j) if (" + takes + ") {");
    line(name + " y = (" + name + ")scratch[j];");
    line(function.step);
    close();
  };
  auto check = [&] { line("wrong |= (uint)(got != want);"); };
  switch (flow) {
  case branch:
  case otherBranch: {
    expect("way");
    const bool isTrue = flow == branch;
    open(std::string("if (way == ") + (isTrue ? "1" : "0") + ") {");
    line(call);
    check();
    if (chance(50)) {
      close("} else {");
      ++indent;
      line(call);
      check();
    }
    close();
    break;
  }
  case nested:
    expect(number(1 + 2 * pick(2)));
    open("if (way & 1) {");
    open("if (way >= mine) {");
    line(call);
    check();
    close();
    close();
    break;
  case choice:
    expect("way");
    open("switch (way) {");
    for (unsigned i = 0; i < 4; ++i)
      line("case " + number(i) + ": " +
           (chance(70) ? call + " wrong |= (uint)(got != want);" : "") + " break;");
    close();
    break;
  case rounds:
    open("for (uint round = 0; round < way; ++round) {");
    expect("round");
    line(call);
    check();
    close();
    break;
  }
  line("barrier(CLK_LOCAL_MEM_FENCE);");
  close();
}

} // namespace heddle::test
