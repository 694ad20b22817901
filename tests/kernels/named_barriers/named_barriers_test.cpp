// Named barriers, which only SPIR-V has: sub-groups meet at one in a loop, as often as they like,
// while others are at another or at a barrier of the work-group already.
#include "tests/kernels/harness/module_kernel.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;

constexpr unsigned lanes = 16;
constexpr cl_uint untouched = 0xA5A5A5A5;

/// A module with one kernel k(global uint *box, global uint *out, uint number).
class BarrierModule : public SpirvModule {
public:
  BarrierModule() {
    require(namedBarrierCapability);
    barrierType = newType(opTypeNamedBarrier, {});
    subGroupIds = builtIn(subgroupId, "int");
    pointer = pointerTo("int");
  }

  void begin() {
    const Words parameters = beginKernel("k", {pointer, pointer, type("int")}, lanes);
    box = parameters[0];
    out = parameters[1];
    number = parameters[2];
  }
  /// Behind the barriers' own instructions, which come first.
  void readIds() {
    index = value(opUConvert, type("int"), {globalIndex()});
    subGroup = value(opLoad, type("int"), {subGroupIds});
    mine = place(box, index);
  }

  Id newBarrier(Id count) { return value(opNamedBarrierInitialize, barrierType, {count}); }
  void wait(Id barrier, std::uint32_t memory = crossWorkgroupMemory) {
    instruction(opMemoryNamedBarrier,
                {barrier, constant(workgroupScope), constant(acquireRelease | memory)});
  }
  void waitForAll() {
    instruction(opControlBarrier, {constant(workgroupScope), constant(workgroupScope),
                                   constant(acquireRelease | crossWorkgroupMemory)});
  }
  Id place(Id base, Id element) {
    return value(opInBoundsPtrAccessChain, pointer, {base, element});
  }
  Id load(Id from) { return value(opLoad, type("int"), {from}); }
  Id operation(std::uint16_t opcode, Id left, Id right) {
    return value(opcode, type("int"), {left, right});
  }
  Id isLess(Id left, Id right) { return value(opULessThan, type("bool"), {left, right}); }

  struct Loop {
    Id entry, exit, value, lastBlock;
  };
  /// A block `entry`, from which `rounds` times with i from 0, beginning with v = index:
  ///   box[index] = v; wait; u = box[index ^ flip]; wait; v = 3 * u + i
  /// The block `exit`, which is not written yet, is reached from `lastBlock` with `value`.
  Loop meetingLoop(Id entry, Id exit, Id barrier, Id rounds, unsigned flip) {
    const Id header = newId(), body = newId(), nextValue = newId(), nextRound = newId();
    instruction(opLabel, {entry});
    const Id theirs = place(box, operation(opBitwiseXor, index, constant(flip)));
    instruction(opBranch, {header});

    instruction(opLabel, {header});
    const Id v = value(opPhi, type("int"), {index, entry, nextValue, body});
    const Id round = value(opPhi, type("int"), {constant(0), entry, nextRound, body});
    instruction(opBranchConditional, {isLess(round, rounds), body, exit});

    instruction(opLabel, {body});
    instruction(opStore, {mine, v});
    wait(barrier);
    const Id received = load(theirs);
    wait(barrier);
    const Id tripled = operation(opIMul, received, constant(3));
    instruction(opIAdd, {type("int"), nextValue, tripled, round});
    instruction(opIAdd, {type("int"), nextRound, round, constant(1)});
    instruction(opBranch, {header});
    return {entry, exit, v, header};
  }
  /// out[index] = 7 * result + box[index ^ lanes], with box[index] = result in front of `meet`.
  template <typename Meet> void exchange(Id result, Meet meet) {
    instruction(opStore, {mine, result});
    meet();
    const Id seen = load(place(box, operation(opBitwiseXor, index, constant(lanes))));
    const Id weighted = operation(opIMul, result, constant(7));
    instruction(opStore, {place(out, index), operation(opIAdd, weighted, seen)});
  }

  Id barrierType, subGroupIds, pointer;
  Id box = 0, out = 0, number = 0, index = 0, subGroup = 0, mine = 0;
};

/// What meetingLoop() leaves in the sub-groups from `first` to `last` of each work-group.
void meet(std::vector<cl_uint> &values, unsigned localSize, unsigned first, unsigned last,
          unsigned flip, const std::vector<unsigned> &roundsOfGroup) {
  for (unsigned group = 0; group < values.size() / localSize; ++group)
    for (unsigned i = 0; i < roundsOfGroup[group]; ++i) {
      const std::vector<cl_uint> earlier = values;
      for (unsigned l = first * lanes; l < (last + 1) * lanes; ++l)
        values[group * localSize + l] = 3 * earlier[(group * localSize + l) ^ flip] + i;
    }
}

std::vector<cl_uint> startValues(std::size_t count) {
  std::vector<cl_uint> result(count);
  for (unsigned i = 0; i < count; ++i)
    result[i] = i;
  return result;
}

std::vector<cl_uint> exchanged(const std::vector<cl_uint> &values) {
  std::vector<cl_uint> results;
  for (unsigned g = 0; g < values.size(); ++g)
    results.push_back(7 * values[g] + values[g ^ lanes]);
  return results;
}

class NamedBarriers : public testing::TestWithParam<unsigned> {
protected:
  /// Runs k with this number; what is in `out`.
  static std::vector<cl_uint> run(const SpirvModule &module, std::size_t globalSize,
                                  std::size_t localSize, cl_uint number) {
    ModuleKernel kernel(module.words());
    const std::vector<cl_uint> nothing(globalSize, untouched);
    kernel.addBuffer(nothing);
    cl_mem results = kernel.addBuffer(nothing);
    kernel.addValue(number);
    kernel.run(globalSize, localSize);
    return kernel.read(results, globalSize);
  }
};

/// Sub-groups 1 and 2 of four meet `number` + group id times; 0 and 3 go on.
TEST_P(NamedBarriers, LetTwoSubGroupsMeetWhileOthersAreAtTheWorkGroupBarrier) {
  constexpr unsigned localSize = 64, groups = 3, flip = 3 * lanes;
  BarrierModule m;
  m.begin();
  const Id barrier = m.newBarrier(m.constant(2));
  m.readIds();
  const Id group = m.operation(opUDiv, m.index, m.constant(localSize));
  const Id rounds = m.operation(opIAdd, m.number, group);
  const Id start = m.newId(), loop = m.newId(), after = m.newId();
  m.instruction(opBranch, {start});
  m.instruction(opLabel, {start});
  const Id fromFirst = m.operation(opISub, m.subGroup, m.constant(1));
  m.instruction(opBranchConditional, {m.isLess(fromFirst, m.constant(2)), loop, after});
  const BarrierModule::Loop met = m.meetingLoop(loop, after, barrier, rounds, flip);
  m.instruction(opLabel, {after});
  const Id result = m.value(opPhi, m.type("int"), {m.index, start, met.value, met.lastBlock});
  m.exchange(result, [&] { m.waitForAll(); });
  m.endKernel();

  std::vector<cl_uint> values = startValues(groups * localSize);
  meet(values, localSize, 1, 2, flip, {GetParam(), GetParam() + 1, GetParam() + 2});
  EXPECT_EQ(run(m, groups * localSize, localSize, GetParam()), exchanged(values));
}

/// Sub-groups 0 and 1 meet at one, 2 and 3 at another, as often as they like; then all of them at a
/// third. The number of sub-groups of the second comes from an argument.
TEST_P(NamedBarriers, OfSeveralInAKernelEachCountsItsOwn) {
  constexpr unsigned localSize = 64, groups = 2;
  BarrierModule m;
  m.begin();
  const Id two = m.constant(2);
  const Id left = m.newBarrier(two);
  // 2, as far as run time knows.
  const Id fewer = m.operation(opISub, m.number, two);
  const Id right = m.newBarrier(m.operation(opISub, m.number, fewer));
  const Id all = m.newBarrier(m.constant(localSize / lanes));
  m.readIds();
  const Id start = m.newId(), leftLoop = m.newId(), rightLoop = m.newId(), after = m.newId();
  m.instruction(opBranch, {start});
  m.instruction(opLabel, {start});
  m.instruction(opBranchConditional, {m.isLess(m.subGroup, two), leftLoop, rightLoop});
  const BarrierModule::Loop first = m.meetingLoop(leftLoop, after, left, m.number, lanes);
  const BarrierModule::Loop second = m.meetingLoop(rightLoop, after, right, m.constant(3), lanes);
  m.instruction(opLabel, {after});
  const Id result =
      m.value(opPhi, m.type("int"), {first.value, first.lastBlock, second.value, second.lastBlock});
  m.exchange(result, [&] { m.wait(all); });
  m.endKernel();

  std::vector<cl_uint> values = startValues(groups * localSize);
  meet(values, localSize, 0, 1, lanes, {GetParam(), GetParam()});
  meet(values, localSize, 2, 3, lanes, {3, 3});
  EXPECT_EQ(run(m, groups * localSize, localSize, GetParam()), exchanged(values));
}

/// The count is the work-group's number of sub-groups, the last of which is partial, plus 0 of an
/// argument; what they exchange lies in local memory.
TEST_P(NamedBarriers, CountSubGroupsThatAreKnownAtRunTime) {
  constexpr unsigned localSize = 40, groups = 3, numSubgroups = 38;
  const unsigned rounds = GetParam();
  BarrierModule m;
  const Id array = m.newType(opTypeArray, {m.type("int"), m.constant(localSize)});
  const Id shared = m.newGlobal(opVariable, m.pointerTo(array, workgroup), {workgroup});
  const Id element = m.pointerTo("int", workgroup);
  const Id counts = m.builtIn(numSubgroups, "int");
  m.begin();
  const Id barrier = m.newBarrier(m.value(opLoad, m.type("int"), {counts}));
  m.readIds();
  const Id local = m.operation(opUMod, m.index, m.constant(localSize));
  const Id next =
      m.operation(opUMod, m.operation(opIAdd, local, m.constant(17)), m.constant(localSize));
  const auto slot = [&](Id at) { return m.value(opInBoundsAccessChain, element, {shared, at}); };
  Id value = m.index;
  for (unsigned i = 0; i < rounds; ++i) {
    m.instruction(opStore, {slot(local), value});
    m.wait(barrier, workgroupMemory);
    value = m.operation(opIAdd, m.load(slot(next)), m.number);
    m.wait(barrier, workgroupMemory);
  }
  m.instruction(opStore, {m.place(m.out, m.index), value});
  m.endKernel();

  std::vector<cl_uint> expected;
  for (unsigned g = 0; g < groups * localSize; ++g)
    expected.push_back(g / localSize * localSize + (g % localSize + 17 * rounds) % localSize +
                       5 * rounds);
  EXPECT_EQ(run(m, groups * localSize, localSize, 5), expected);
}

INSTANTIATE_TEST_SUITE_P(Rounds, NamedBarriers, testing::Values(0u, 1u, 2u, 9u));

} // namespace
} // namespace heddle::test
