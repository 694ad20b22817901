#include "compiler/matrix/plan/matrix_plan.hpp"

#include "compiler/ir/rarely_run.hpp"
#include "compiler/matrix/nest/loop_sums.hpp"
#include "compiler/matrix/plan/tile_products.hpp"
#include "compiler/matrix/plan/word_products.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

MatrixUnit unitFor(const MatrixNest &nest, const MatrixTarget &target) {
  const auto all = [&](auto has) {
    return all_of(nest.operations,
                  [&](const CallBase *call) { return has(matrixOperation(*call)); });
  };
  if (all([&](const MatrixOperation &op) {
        return tileProduct(op, target.tiles) != Intrinsic::not_intrinsic;
      }))
    return MatrixUnit::tiles;
  if (all([&](const MatrixOperation &op) {
        return WordProduct::create(op, target.vectors).has_value();
      }))
    return MatrixUnit::words;
  return MatrixUnit::generic;
}

/// A loop with more sums than registers runs several times: reading a factor again costs one load,
/// keeping a sum in memory two a round.
std::vector<SmallVector<unsigned>> partsOnTiles(const MatrixNest &nest,
                                                const MatrixTarget &target) {
  std::vector<SmallVector<unsigned>> parts(1);
  append_range(parts.front(), seq(unsigned(nest.sums.size())));
  if (!nest.loop || !nest.readsOnly || nest.sumsMeet || nest.sums.size() <= target.sumsInTiles ||
      !all_of(nest.sums, [](const NestSum &sum) { return sum.isOnlyAddedTo; }))
    return parts;
  parts.clear();
  MapVector<unsigned, unsigned> rows, columns;
  std::map<std::pair<unsigned, unsigned>, SmallVector<unsigned>> grid;
  for (const auto &[index, sum] : enumerate(nest.sums)) {
    const unsigned row = rows.try_emplace(sum.row, rows.size()).first->second;
    const unsigned column = columns.try_emplace(sum.column, columns.size()).first->second;
    grid[{row / target.factorsPerPart, column / target.factorsPerPart}].push_back(index);
  }
  if (std::min(rows.size(), columns.size()) >= target.factorsPerPart) {
    for (auto &[place, sums] : grid)
      parts.push_back(std::move(sums));
    return parts;
  }
  // No common factors to share.
  for (unsigned sum = 0; sum < nest.sums.size(); ++sum) {
    if (sum % target.sumsInTiles == 0)
      parts.emplace_back();
    parts.back().push_back(sum);
  }
  return parts;
}

/// How many rounds fill the tiles of all operations; 1 where their factors do not go on in memory.
unsigned roundsOnTiles(const MatrixNest &nest, const MatrixTarget &target) {
  if (!nest.loop || !nest.block)
    return 1;
  for (const NestFactor &factor : nest.factorsA)
    if (factor.source != FactorSource::values && !factor.goesOn)
      return 1;
  // What is put together in each round may as well become a factor of more depth.
  for (const NestFactor &factor : nest.factorsB)
    if (factor.source == FactorSource::rows && !factor.goesOn)
      return 1;
  unsigned rounds = 0, inRound = 1;
  for (const CallBase *operation : nest.operations) {
    const unsigned deepest = depthsInTile(matrixOperation(*operation), target.tiles);
    rounds = rounds ? std::min(rounds, deepest) : deepest;
  }
  for (const auto *factors : {&nest.factorsA, &nest.factorsB})
    for (const NestFactor &factor : *factors)
      if (factor.source == FactorSource::rows)
        inRound = std::max(inRound, factor.inRound);
  return std::max(rounds / inRound, 1u);
}

/// As many rounds as make loading and storing the sums cheap, if the registers cannot hold them.
unsigned roundsInWords(const MatrixNest &nest, const MatrixTarget &target) {
  if (!nest.loop || !nest.block || !nest.readsOnly)
    return 1;
  unsigned sums = 0, rounds = target.mostRounds;
  for (const CallBase *operation : nest.operations) {
    const MatrixOperation op = matrixOperation(*operation);
    // Others are rounded after each operation.
    if (op.c != MatrixAccumulator::i32 && op.c != MatrixAccumulator::f32)
      return 1;
    if (!isLoopSum(*operation, *operation, op.n))
      return 1;
    const WordProduct product = *WordProduct::create(op, target.vectors);
    sums += op.m * op.n / product.lanes();
    const unsigned steps = op.k * bitsOf(op.a) / 32 * product.prepareA().parts;
    while (rounds > 1 && steps * rounds > target.stepsBetweenStores)
      rounds /= 2;
  }
  // One register for A and one for B.
  return sums + 2 > target.vectors.registers() ? rounds : 1;
}

} // namespace

std::vector<SmallVector<unsigned>> partsOfNest(const MatrixNest &nest, const MatrixTarget &target) {
  if (unitFor(nest, target) == MatrixUnit::tiles)
    return partsOnTiles(nest, target);
  return {};
}

unsigned roundsOfNest(MatrixNest &nest, const MatrixTarget &target) {
  if (any_of(nest.operations,
             [](const CallBase *call) { return call->hasFnAttr(rarelyRunAttribute); }))
    return 1;
  switch (unitFor(nest, target)) {
  case MatrixUnit::tiles:
    // Windows of two rounds that lie side by side will be one: merge-block-windows.
    nest.findSources(/*throughWindows=*/true);
    return roundsOnTiles(nest, target);
  case MatrixUnit::words:
    return roundsInWords(nest, target);
  case MatrixUnit::generic:
    return 1;
  }
  llvm_unreachable("all units are handled");
}

MatrixPlan planNest(MatrixNest &nest, const MatrixTarget &target) {
  MatrixPlan plan;
  plan.unit = unitFor(nest, target);
  nest.findSources(/*throughWindows=*/true);
  switch (plan.unit) {
  case MatrixUnit::tiles:
    plan.parts = partsOnTiles(nest, target);
    plan.rounds = roundsOnTiles(nest, target);
    for (ArrayRef<unsigned> part : plan.parts)
      plan.cost += costOnTiles(nest, part, target);
    // Twice the depth takes as long.
    plan.cost.multiply /= plan.rounds;
    plan.cost.memory /= plan.rounds;
    plan.cost.transfer /= plan.rounds;
    break;
  case MatrixUnit::words:
    plan.rounds = roundsInWords(nest, target);
    plan.cost = costInWords(nest, plan.rounds, target);
    break;
  case MatrixUnit::generic:
    return plan;
  }
  plan.ofPeak = plan.cost.busy / plan.cost.cycles();
  return plan;
}

std::string MatrixPlan::describe() const {
  std::string text = unit == MatrixUnit::tiles   ? "tiles"
                     : unit == MatrixUnit::words ? "words in vector registers"
                                                 : "generic vector code";
  if (parts.size() > 1)
    text += formatv(", in {0} parts", parts.size());
  if (rounds > 1)
    text += formatv(", {0} rounds together", rounds);
  if (unit == MatrixUnit::generic)
    return text;
  const auto part = [](const char *what, double cycles) {
    return cycles ? formatv(", {0} {1:F0}", what, cycles).str() : std::string();
  };
  return text +
         formatv("; {0:F0} cycles with all data in the first cache (products {1:F0}{2}{3}{4}): "
                 "{5:F0}% of the peak",
                 cost.cycles(), cost.multiply, part("conversions", cost.convert),
                 part("memory", cost.memory), part("transfers", cost.transfer), ofPeak * 100)
             .str();
}

} // namespace heddle::compiler
