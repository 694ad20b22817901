#include "compiler/vectorizer/size/choose_sub_group_size.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/one_of_group.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/ir/stack_bytes.hpp"
#include "compiler/ir/sub_group_sizes.hpp"
#include "compiler/vectorizer/size/equal_work_items.hpp"
#include "compiler/vectorizer/size/lane_costs.hpp"
#include "compiler/vectorizer/size/latency_bound.hpp"
#include "compiler/vectorizer/size/loop_rounds.hpp"
#include "compiler/vectorizer/size/same_results.hpp"
#include "compiler/vectorizer/size/source_vectors.hpp"
#include "runtime/abi/kernel_metadata.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace llvm;

namespace heddle::compiler {

bool seesSubGroups(const Function &kernel) {
  if (requiredSubGroupSize(kernel))
    return true;
  for (const Instruction &instruction : instructions(kernel)) {
    std::optional<InternalOp> op = internalOp(instruction);
    if (op && *op >= InternalOp::subGroupId && *op != InternalOp::firstLocalId &&
        *op != InternalOp::activeLanes && *op != InternalOp::workGroupBarrier &&
        *op != InternalOp::imageRead && *op != InternalOp::imageWrite && *op != InternalOp::print &&
        (*op < InternalOp::finding || *op > InternalOp::touched) &&
        (*op < InternalOp::workGroupBroadcast || *op > InternalOp::byteDot))
      return true;
  }
  return false;
}

namespace {

/// Time that lanes must lose by, as a share of theirs.
constexpr double worthwhile = 0.9;

/// As many times of what the chosen size takes, others are expected to take at most that are worth
/// a trial: the estimate is that far off for some kernels.
constexpr double mayBeQuicker = 3;

/// Of a register of AVX2. Two of them are quicker than one for three kernels of four, those of
/// AVX-512 for as many as they are slower for.
constexpr unsigned fewLanes = 8;

struct Chosen {
  unsigned size;
  const char *reason;
  std::uint8_t otherSizes = 0; ///< of which one may be the quickest
};

std::uint8_t sizesOfLanes(unsigned floatLanes) {
  std::uint8_t sizes = 0;
  for (unsigned size : {floatLanes / 2, floatLanes, 2 * floatLanes})
    if (isSubGroupSize(size))
      sizes |= abi::sizeBit(size);
  return sizes;
}

/// Where no lane can lose there is no doubt but whether one register of them is better or two.
std::uint8_t sizesInDoubt(const LaneCosts &costs, bool asLanes, unsigned floatLanes,
                          bool mayBeTwoRegisters = false) {
  if (!costs.mayLose)
    return mayBeTwoRegisters ? abi::sizeBit(floatLanes) | abi::sizeBit(2 * floatLanes) : 0;
  const double others = asLanes ? costs.workItems : costs.asLanes;
  // Of rows nobody knows how long they are.
  const double chosen = asLanes ? costs.asLanes : costs.shortRows;
  std::uint8_t sizes = asLanes ? sizesOfLanes(floatLanes) : 0;
  if (others < mayBeQuicker * chosen)
    sizes |= asLanes ? abi::sizeBit(1) : sizesOfLanes(floatLanes);
  return sizes;
}

/// Whether vectors of the source fill registers. What lanes are for in such kernels is to hide what
/// they wait for (source_vectors.hpp), which the estimate of lanes sees in loops alone.
bool hasLongVectors(const Function &kernel) {
  constexpr unsigned longVector = 8;
  return any_of(instructions(kernel), [](const Instruction &instruction) {
    const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
    return isa<BinaryOperator>(instruction) && type && type->getNumElements() >= longVector;
  });
}

/// What lanes pay for each further loop in which they wait for one another: each of these is a part
/// of one loop, through which all of them go in every round (transform/schedule_lanes). And what
/// work-items by themselves pay who get their turn from loop to loop.
constexpr double furtherWait = 0.67, turns = 4;

/// Of the work-group that a kernel requires or hints at; 0 where it leaves that open.
std::uint64_t workItemsOfGroup(const Function &kernel) {
  const MDNode *sizes = kernel.getMetadata("reqd_work_group_size");
  if (!sizes)
    sizes = kernel.getMetadata("work_group_size_hint");
  if (!sizes)
    return 0;
  std::uint64_t workItems = 1;
  for (const MDOperand &size : sizes->operands())
    workItems *= mdconst::extract<ConstantInt>(size)->getZExtValue();
  return workItems;
}

/// As many lanes as programs for GPUs rely on: a warp, or all of a smaller work-group.
unsigned lanesOfAStep(const Function &kernel, const SubGroupSizeChoice &choice) {
  if (choice.checks)
    return choice.floatLanes;
  const unsigned most = choice.reported.empty() ? choice.floatLanes : choice.reported.back();
  if (!kernel.getMetadata("reqd_work_group_size"))
    return most;
  return workItemsOfGroup(kernel) <= choice.floatLanes ? choice.floatLanes : most;
}

/// Of kernels that see their sub-group and name no size. Many combine the numbers of a work-group
/// of 32 by one function of its sub-group. A smaller work-group is one sub-group at any size that
/// is large enough. Those that say how small it is count on the least of these: where an index of
/// theirs goes on by 8 work-items, so has a block that their sub-group reads.
Chosen sizeToSee(const Function &kernel, const SubGroupSizeChoice &choice) {
  if (const std::uint64_t workItems = workItemsOfGroup(kernel))
    for (unsigned size : {8U, 16U})
      if (workItems <= size && size < choice.reported.back())
        return {size, "the least that holds its work-group, since the kernel uses sub-group "
                      "functions"};
  return {choice.reported.back(),
          "the largest that the device reports, since the kernel uses sub-group functions"};
}

/// Whether the estimate takes a kernel's lanes away.
bool runsOneByOne(const Function &kernel, const LaneCosts &costs, const LanesInStep &meeting) {
  if (!costs.mayLose)
    return false;
  double workItems = costs.workItems, asLanes = costs.asLanes;
  if (costs.meets) {
    if (hasLongVectors(kernel))
      return false;
    if (meeting.waitingLoops > 0) {
      asLanes *= 1 + furtherWait * (meeting.waitingLoops - 1);
      workItems *= turns;
    }
  }
  return workItems < worthwhile * asLanes;
}

std::string formatCycles(double cycles) {
  std::string text;
  raw_string_ostream(text) << format("%.1f", cycles);
  return text;
}

/// Whether LLVM's loop vectorizer may look at the loops of work-items that are no lanes. A kernel
/// for a single one has nothing else that fills vectors, whatever its rounds reach for.
bool fillsVectorsAlone(Function &kernel, const SubGroupSizeChoice &choice) {
  return hasEqualWorkItems(kernel) || someRoundsFillVectors(kernel, choice.quickGathers);
}

Chosen choose(Function &kernel, const SubGroupSizeChoice &choice, std::optional<unsigned> implied) {
  if (unsigned required = requiredSubGroupSize(kernel)) {
    if (!isSubGroupSize(required))
      reportError(kernel,
                  "required sub-group size is " + Twine(required) + ", " + subGroupSizesOfDevice);
    return {required, "the kernel requires it"};
  }
  if (implied)
    return {*implied, "its matrix or block functions are of that size"};
  if (choice.requested == 1 && fillsVectorsAlone(kernel, choice))
    kernel.addFnAttr(walksRowsAttribute);
  if (choice.requested)
    return {choice.requested, "asked for by --sub-group-size or HEDDLE_SUB_GROUP_SIZE"};
  if (seesSubGroups(kernel) && !choice.reported.empty())
    return sizeToSee(kernel, choice);
  if (hasEqualWorkItems(kernel)) {
    kernel.addFnAttr(walksRowsAttribute);
    if (isDoneByOneWorkItem(kernel))
      kernel.addFnAttr(oneOfGroupAttribute);
    return {1, "nothing tells its work-items from each other"};
  }
  if (prefersSourceVectors(kernel, choice.floatLanes))
    return {1, "its own long vectors fill the registers"};
  const std::optional<LaneCosts> costs = laneCosts(kernel, choice.floatLanes, choice.quickGathers);
  if (costs) {
    remark(kernel, "estimate: " + formatCycles(costs->asLanes) + " cycles for each of " +
                       Twine(choice.floatLanes) + " lanes, " + formatCycles(costs->workItems) +
                       " for a work-item by itself");
    if (costs->goesAlongRows)
      kernel.addFnAttr(alongRowsAttribute);
    const LanesInStep meeting = lanesInStep(kernel);
    if (meeting.areExpected)
      return {lanesOfAStep(kernel, choice), "its work-items rely on going on in step"};
    if (runsOneByOne(kernel, *costs, meeting)) {
      // LLVM's loop vectorizer makes other loops slower: their rounds are few, or wait in line.
      if (costs->fillsVectors)
        kernel.addFnAttr(walksRowsAttribute);
      return {1,
              costs->walksRows ? "in its loops each work-item walks along memory of its own"
                               : "its lanes would part, or reach for memory one by one",
              sizesInDoubt(*costs, /*asLanes=*/false, choice.floatLanes)};
    }
  }
  const Parallelism wanted = wantedParallelism(kernel, choice.floatLanes);
  const bool mayBeTwoRegisters = wanted.rows == 1 && wanted.lanes == choice.floatLanes &&
                                 fillsTwoRegisters(kernel, choice.floatLanes);
  const std::uint8_t others =
      costs ? sizesInDoubt(*costs, /*asLanes=*/true, choice.floatLanes, mayBeTwoRegisters) : 0;
  if (wanted.rows > 1)
    kernel.addFnAttr(joinedRowsAttribute, utostr(wanted.rows));
  if (wanted.lanes > choice.floatLanes && wanted.sums && costs && costs->gathers)
    return {choice.floatLanes, "one register of floats, since its sums wait for gathers", others};
  if (wanted.lanes > choice.floatLanes && costs && costs->walksAcrossRows)
    return {choice.floatLanes, "one register of floats, since rows may end inside of more", others};
  if (wanted.lanes > choice.floatLanes)
    return {wanted.lanes, "several registers of floats, since its loops wait for their own results",
            others};
  if (mayBeTwoRegisters && choice.floatLanes == fewLanes && costs && !costs->gathers &&
      !costs->walksAcrossRows)
    return {2 * choice.floatLanes, "two registers of floats, since it is short", others};
  if (wanted.lanes < choice.floatLanes)
    return {wanted.lanes, "as long as the rows of its work-groups, in which lanes lie side by side",
            others};
  return {wanted.lanes, "as many floats as a register of the target holds", others};
}

/// Whether the private variables of so many lanes have room on the stack, with and without mask.
bool fitsStack(std::uint64_t bytesOfWorkItem, unsigned lanes) {
  return bytesOfWorkItem * lanes * (lanes > 1 ? 2 : 1) <= maxStackBytes;
}

/// Fewer lanes where private variables would not have room, unless the kernel can tell.
Chosen withinStack(const Function &kernel, Chosen chosen) {
  const std::uint64_t bytes = stackBytes(kernel);
  for (const unsigned size : {1, 8, 16, 32})
    if (!fitsStack(bytes, size))
      chosen.otherSizes &= ~abi::sizeBit(size);
  if (fitsStack(bytes, chosen.size) || seesSubGroups(kernel))
    return chosen;
  while (chosen.size > 1 && !fitsStack(bytes, chosen.size))
    chosen.size = isSubGroupSize(chosen.size / 2) ? chosen.size / 2 : 1;
  chosen.reason = "the stack has room for the private variables of no more lanes";
  return chosen;
}

} // namespace

void chooseSubGroupSizes(Module &module, const SubGroupSizeChoice &choice,
                         function_ref<std::optional<unsigned>(const Function &)> implied) {
  for (Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      const std::optional<unsigned> size = implied(function);
      Chosen chosen = choose(function, choice, size);
      if (!size && !choice.requested)
        chosen = withinStack(function, chosen);
      setSubGroupSize(function, chosen.size);
      remark(function, "sub-group size " + Twine(chosen.size) + ": " + chosen.reason);
      chosen.otherSizes &= ~abi::sizeBit(chosen.size);
      if (chosen.otherSizes == 0 || !hasSameResultsAtAnySize(function))
        continue;
      function.addFnAttr(otherSizesAttribute, utostr(chosen.otherSizes));
      std::string sizes;
      for (unsigned size : {1, 8, 16, 32})
        if (chosen.otherSizes & abi::sizeBit(size))
          sizes += (sizes.empty() ? "" : ", ") + utostr(size);
      remark(function, "may be quicker at " + Twine(sizes) +
                           ": tried by launches once they have taken long enough");
    }
}

} // namespace heddle::compiler
