#include "compiler/matrix/words/word_groups.hpp"

#include "compiler/matrix/nest/loop_sums.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Operations that do not depend on one another.
using Round = SmallVector<CallBase *>;

bool sameButForRows(const MatrixOperation &x, const MatrixOperation &y) {
  return x.n == y.n && x.k == y.k && x.a == y.a && x.b == y.b && x.c == y.c;
}

std::vector<Round> findRounds(BasicBlock &block, VectorFeatures features) {
  std::vector<Round> rounds;
  for (CallBase *call : matrixOperationsOf(block)) {
    const MatrixOperation op = matrixOperation(*call);
    if (!WordProduct::create(op, features))
      continue;
    if (!rounds.empty()) {
      Round &last = rounds.back();
      SmallVector<const Instruction *> members(last.begin(), last.end());
      if (sameButForRows(matrixOperation(*last.front()), op) && !dependsOn(*call, members) &&
          all_of(last, [&](CallBase *member) { return isUsedOnlyAfter(*member, *call); })) {
        last.push_back(call);
        continue;
      }
    }
    rounds.push_back({call});
  }
  return rounds;
}

/// `next` in the order of the operations before whose sums its operations go on with; empty if they
/// do something else.
Round inOrderOf(const Round &before, const Round &next) {
  const MatrixOperation op = matrixOperation(*next.front());
  // Others are rounded after each operation.
  if (op.c != MatrixAccumulator::i32 && op.c != MatrixAccumulator::f32)
    return {};
  if (before.size() != next.size() || !sameButForRows(matrixOperation(*before.front()), op))
    return {};
  const SmallVector<const Instruction *> members(before.begin(), before.end());
  Round result(before.size(), nullptr);
  for (CallBase *call : next) {
    const auto previous = find(before, previousInChain(*call));
    if (previous == before.end() || !feedsOnly(**previous, *call))
      return {};
    for (unsigned factor : {0u, 1u})
      if (auto *value = dyn_cast<Instruction>(call->getArgOperand(factor));
          value && value->getParent() == call->getParent() && dependsOn(*value, members))
        return {};
    result[previous - before.begin()] = call;
  }
  return is_contained(result, nullptr) ? Round() : result;
}

/// The factors of one side of all chains, each list once.
template <typename Places, typename FindPlaces, typename AreAdjacent>
void collectFactors(WordGroup &group, unsigned operand, unsigned WordChain::*number,
                    std::vector<ChainFactors<Places>> &factors, FindPlaces findPlaces,
                    AreAdjacent areAdjacent) {
  std::map<std::vector<Value *>, unsigned> known;
  for (WordChain &chain : group.chains) {
    std::vector<Value *> matrices;
    for (CallBase *operation : chain.operations)
      matrices.push_back(operation->getArgOperand(operand));
    auto [found, isNew] = known.try_emplace(matrices, factors.size());
    chain.*number = found->second;
    if (!isNew)
      continue;
    ChainFactors<Places> &added = factors.emplace_back();
    added.matrices.assign(matrices.begin(), matrices.end());
    const unsigned rows = matrixOperation(*chain.operations.front()).m;
    for (Value *matrix : matrices)
      if (std::optional<Places> places = findPlaces(matrix, rows))
        added.places.push_back(*places);
    if (added.places.size() < matrices.size())
      added.places.clear();
    else
      added.areAdjacent = areAdjacent(added.places);
  }
}

} // namespace

SmallVector<CallBase *> WordGroup::lastOperations() const {
  SmallVector<CallBase *> result;
  for (const WordChain &chain : chains)
    result.push_back(chain.operations.back());
  sort(result, [](const CallBase *x, const CallBase *y) { return x->comesBefore(y); });
  return result;
}

Value *WordGroup::zero() const {
  return Constant::getNullValue(
      FixedVectorType::get(Type::getInt32Ty(block->getContext()), lanes()));
}

std::vector<WordGroup> findWordGroups(BasicBlock &block, VectorFeatures features,
                                      AddressPolynomials &polynomials) {
  std::vector<WordGroup> groups;
  Round before;
  for (const Round &round : findRounds(block, features)) {
    const bool isLong =
        !groups.empty() && groups.back().chainLength() >= MatrixTarget::longestChain;
    if (Round next = before.empty() || isLong ? Round() : inOrderOf(before, round); !next.empty()) {
      for (unsigned i = 0; i < next.size(); ++i)
        groups.back().chains[i].operations.push_back(next[i]);
      before = next;
      continue;
    }
    const MatrixOperation op = matrixOperation(*round.front());
    groups.push_back({&block, op, *WordProduct::create(op, features)});
    for (CallBase *call : round)
      groups.back().chains.push_back({{call}});
    before = round;
  }
  for (WordGroup &group : groups) {
    const unsigned words = group.op.k * bitsOf(group.op.a) / 32;
    const FactorPlaces places(polynomials, *group.lastOperations().back());
    collectFactors(
        group, 0, &WordChain::a, group.factorsA,
        [&](Value *matrix, unsigned rows) { return places.ofA(matrix, rows, words * 4); },
        [&](ArrayRef<PlacesOfA> list) { return places.areAdjacent(list, words * 4); });
    collectFactors(
        group, 1, &WordChain::b, group.factorsB,
        [&](Value *matrix, unsigned) { return places.ofB(matrix, words, group.op.n * 4); },
        [&](ArrayRef<PlacesOfB> list) { return places.areAdjacent(list, words); });
    group.isLoopCarried = all_of(group.chains, [&](const WordChain &chain) {
      return isLoopSum(*chain.operations.front(), *chain.operations.back(), group.op.n);
    });
  }
  return groups;
}

} // namespace heddle::compiler
