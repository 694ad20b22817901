#include "compiler/matrix/nest/matrix_nest.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace heddle::compiler {

namespace {

unsigned factorBytes(const Value &matrix) {
  return matrix.getType()->getPrimitiveSizeInBits().getFixedValue() / 8;
}

/// The number of the factor in the list, behind which it is put if it is not there.
unsigned numberOf(std::vector<NestFactor> &factors, const NestFactor &factor) {
  for (unsigned i = 0; i < factors.size(); ++i)
    if (factors[i].matrix == factor.matrix)
      return i;
  factors.push_back(factor);
  return factors.size() - 1;
}

/// "2 of 8 x 32 bytes, rows in memory that go on" for all that are alike.
void printFactors(raw_ostream &stream, ArrayRef<NestFactor> factors) {
  using Kind = std::tuple<MatrixElement, unsigned, unsigned, FactorSource, bool>;
  std::map<Kind, unsigned> kinds;
  for (const NestFactor &factor : factors)
    ++kinds[{factor.element, factor.shape.rows, factor.shape.rowBytes, factor.source,
             factor.goesOn}];
  ListSeparator separator(" and ");
  for (const auto &[kind, count] : kinds) {
    const auto [element, rows, rowBytes, source, goesOn] = kind;
    stream << separator << count << " of " << rows << " x " << rowBytes << " bytes of "
           << nameOf(element) << ", ";
    switch (source) {
    case FactorSource::rows:
      stream << "rows in memory" << (goesOn ? " that go on" : "");
      break;
    case FactorSource::outside:
      stream << "from outside";
      break;
    case FactorSource::values:
      stream << "put together";
      break;
    }
  }
}

} // namespace

std::optional<MatrixNest> MatrixNest::create(Loop &loop) {
  MatrixNest nest;
  nest.loop = &loop;
  if (loop.getNumBlocks() == 1)
    nest.block = loop.getHeader();
  if (!nest.collect(loop.getBlocks()))
    return std::nullopt;
  return nest;
}

std::optional<MatrixNest> MatrixNest::create(BasicBlock &block) {
  MatrixNest nest;
  nest.block = &block;
  if (!nest.collect({&block}))
    return std::nullopt;
  return nest;
}

std::vector<MatrixNest> MatrixNest::findInnermost(Function &function, const LoopInfo &loops) {
  std::vector<MatrixNest> nests;
  SmallPtrSet<const Loop *, 8> done;
  const auto hasOperations = [](Loop *loop) {
    return any_of(loop->blocks(),
                  [](BasicBlock *block) { return !matrixOperationsOf(*block).empty(); });
  };
  for (BasicBlock &block : function) {
    if (matrixOperationsOf(block).empty())
      continue;
    Loop *loop = loops.getLoopFor(&block);
    const bool isInnermost = loop && none_of(loop->getSubLoops(), hasOperations);
    if (isInnermost && !done.insert(loop).second)
      continue;
    if (std::optional<MatrixNest> nest = isInnermost ? create(*loop) : create(block))
      nests.push_back(std::move(*nest));
  }
  return nests;
}

bool MatrixNest::contains(const Instruction &instruction) const {
  return loop ? loop->contains(&instruction) : instruction.getParent() == block;
}

/// Goes with the sum through the nest, as far as operations add to it.
void MatrixNest::follow(NestSum &sum) const {
  for (unsigned i = 0; i < sum.values.size(); ++i)
    for (const Use &use : sum.values[i]->uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (!contains(*user))
        continue;
      auto *operation = dyn_cast<CallBase>(user);
      const bool isAddedTo = operation && use.getOperandNo() == 2 &&
                             internalOp(*operation) == InternalOp::simdMatrixMad;
      if (isAddedTo || isa<ShuffleVectorInst>(user) || isa<PHINode>(user))
        sum.values.insert(user);
      else
        sum.isOnlyAddedTo = false;
    }
}

bool MatrixNest::collect(ArrayRef<BasicBlock *> blocks) {
  readsOnly = true;
  for (BasicBlock *member : blocks) {
    append_range(operations, matrixOperationsOf(*member));
    // Scratch memory of a window is written before it is read.
    readsOnly &= none_of(*member, [](const Instruction &instruction) {
      return instruction.mayWriteToMemory() && !writesOnlyScratch(instruction);
    });
  }
  for (CallBase *operation : operations) {
    if (any_of(sums, [&](const NestSum &sum) { return sum.values.contains(operation); }))
      continue;
    NestSum sum;
    sum.values.insert(operation);
    follow(sum);
    for (const NestSum &other : sums)
      sumsMeet |=
          any_of(sum.values, [&](Instruction *value) { return other.values.contains(value); });
    for (CallBase *member : operations)
      if (sum.values.contains(member))
        sum.operations.push_back(member);
    for (const CallBase *member : reverse(sum.operations)) {
      const MatrixOperation op = matrixOperation(*member);
      Value *a = member->getArgOperand(0), *b = member->getArgOperand(1);
      sum.row = numberOf(factorsA, {a, op.a, {op.m, factorBytes(*a) / op.m}});
      sum.column = numberOf(factorsB, {b, op.b, {factorBytes(*b) / (op.n * 4), op.n * 4}});
    }
    sums.push_back(std::move(sum));
  }
  return !operations.empty();
}

void MatrixNest::findSources(bool throughWindows) {
  AddressPolynomials polynomials(operations.front()->getDataLayout(), throughWindows);
  for (std::vector<NestFactor> *side : {&factorsA, &factorsB}) {
    const bool isA = side == &factorsA;
    const auto length = [&](const NestFactor &factor, const RowLoads &loads) {
      return isA ? AddressPolynomial() + factor.shape.rowBytes : loads.stride * factor.shape.rows;
    };
    struct InMemory {
      NestFactor *factor;
      RowLoads loads;
      std::optional<AddressPolynomial> step; ///< of a round
      InMemory *next = nullptr;
      bool isFirst = true;
    };
    std::vector<InMemory> inMemory;
    for (NestFactor &factor : *side) {
      const auto *value = dyn_cast<Instruction>(factor.matrix);
      factor.source = value && contains(*value) ? FactorSource::values : FactorSource::outside;
      const std::optional<RowLoads> loads = findRowLoads(polynomials, factor.matrix, factor.shape);
      if (!loads)
        continue;
      factor.source = FactorSource::rows;
      inMemory.push_back({&factor, *loads, std::nullopt});
      if (loop && block)
        inMemory.back().step = polynomials.stepOf(loads->first, *block);
    }
    for (InMemory &one : inMemory)
      for (InMemory &other : inMemory)
        if (other.factor->shape == one.factor->shape && other.loads.stride == one.loads.stride &&
            other.loads.address - one.loads.address == length(*one.factor, one.loads)) {
          one.factor->next = other.factor->matrix;
          one.next = &other;
          other.isFirst = false;
        }
    for (InMemory &first : inMemory) {
      if (!first.isFirst)
        continue;
      unsigned count = 0;
      for (const InMemory *one = &first; one; one = one->next)
        ++count;
      for (const InMemory *one = &first; one; one = one->next) {
        if (!one->step)
          continue;
        // Each by itself, or all together.
        const AddressPolynomial each = length(*one->factor, one->loads);
        const bool goOnTogether = !(*one->step == each) && *one->step == each * count;
        one->factor->goesOn = goOnTogether || *one->step == each;
        one->factor->inRound = goOnTogether ? count : 1;
      }
    }
  }
}

unsigned MatrixNest::depth() const {
  unsigned depth = 0;
  for (const CallBase *operation : sums.front().operations)
    depth += matrixOperation(*operation).k;
  return depth;
}

std::pair<unsigned, unsigned> MatrixNest::grid() const {
  SmallSet<unsigned, 16> rows, columns;
  for (const NestSum &sum : sums) {
    rows.insert(sum.row);
    columns.insert(sum.column);
  }
  return {rows.size(), columns.size()};
}

void MatrixNest::print(raw_ostream &stream) const {
  const MatrixOperation op = matrixOperation(*sums.front().operations.front());
  const auto [rows, columns] = grid();
  stream << sums.size() << (sums.size() == 1 ? " sum of " : " sums of ") << op.m << " x " << op.n
         << " " << nameOf(op.c) << ", " << rows << " by " << columns << ", depth " << depth()
         << (loop ? " a round" : "") << "; A: ";
  printFactors(stream, factorsA);
  stream << "; B: ";
  printFactors(stream, factorsB);
}

} // namespace heddle::compiler
