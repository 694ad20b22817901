#include "compiler/matrix/plan/fuse_matrix_depth.hpp"

#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

Value *operandOf(const CallBase &call, unsigned index) { return call.getArgOperand(index); }

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

SmallVector<Value *> cut(IRBuilder<> &builder, Value *vector, unsigned count) {
  const unsigned lanes = lanesOf(vector) / count;
  SmallVector<Value *> pieces;
  for (unsigned i = 0; i < count; ++i)
    pieces.push_back(extractLanes(builder, vector, i * lanes, lanes));
  return pieces;
}

/// How far apart two operations of a chain may be.
constexpr unsigned mostApart = 8;

class DepthFusion {
public:
  DepthFusion(BasicBlock &block, TileFeatures features)
      : block(block), features(features), polynomials(block.getDataLayout()) {}

  bool run() {
    bool changed = false;
    for (bool again = true; again;) {
      again = false;
      for (const Chain &chain : chains())
        again |= fuseIn(chain);
      changed |= again;
    }
    return changed;
  }

private:
  /// Operations that add to one sum, one after the other, and give it to nobody else in between.
  using Chain = SmallVector<CallBase *>;
  struct Factors {
    Value *a, *b;
  };

  SmallVector<Chain> chains() {
    SmallVector<Chain> result;
    for (CallBase *operation : matrixOperationsOf(block)) {
      CallBase *previous = previousInChain(*operation);
      const auto known = find_if(result, [&](Chain &chain) { return chain.back() == previous; });
      if (previous && known != result.end() && areAlike(*previous, *operation) &&
          feedsOnly(*previous, *operation))
        known->push_back(operation);
      else
        result.push_back({operation});
    }
    return result;
  }

  /// True if the two parts are at hand as a tile when they are joined, or neither was before.
  bool staysLoaded(Value *part, TileShape partShape, Value *whole, TileShape wholeShape) {
    return !findRowLoads(polynomials, part, partShape) ||
           findRowLoads(polynomials, whole, wholeShape);
  }

  /// The factors of both operations side by side, made in front of the second one; nothing if that
  /// is not worth it. adjacent: there is nothing of the chain between them.
  std::optional<Factors> join(CallBase &first, CallBase &second, bool adjacent) {
    const MatrixOperation op = matrixOperation(first);
    MatrixOperation both = op;
    both.k = 2 * op.k;
    if (matrixOperation(second).k != op.k ||
        tileProduct(both, features) == Intrinsic::not_intrinsic)
      return std::nullopt;
    // Others may be found further down that lie side by side in memory.
    if (!adjacent && !findRowLoads(polynomials, operandOf(first, 0), shapeOfA(op)))
      return std::nullopt;

    IRBuilder<> builder(&second);
    SmallVector<Value *> rows;
    const SmallVector<Value *> left = cut(builder, operandOf(first, 0), op.m);
    const SmallVector<Value *> right = cut(builder, operandOf(second, 0), op.m);
    for (unsigned row = 0; row < op.m; ++row) {
      rows.push_back(left[row]);
      rows.push_back(right[row]);
    }
    Value *a = joinLanes(builder, rows);
    Value *b = joinLanes(builder, {operandOf(first, 1), operandOf(second, 1)});
    if (!op.asBFloats && (!staysLoaded(operandOf(first, 0), shapeOfA(op), a, shapeOfA(both)) ||
                          !staysLoaded(operandOf(first, 1), shapeOfB(op), b, shapeOfB(both)))) {
      RecursivelyDeleteTriviallyDeadInstructions(a);
      RecursivelyDeleteTriviallyDeadInstructions(b);
      return std::nullopt;
    }
    return Factors{a, b};
  }

  /// The order in which a sum is added up is free: operations of a chain that are not neighbours
  /// become one in the place of the later one.
  bool fuseIn(const Chain &chain) {
    SmallVector<std::optional<Factors>> joined(chain.size());
    SmallVector<bool> isGone(chain.size(), false);
    bool changed = false;
    for (unsigned second = 1; second < chain.size(); ++second)
      for (unsigned apart = 1; apart <= std::min(second, mostApart); ++apart) {
        const unsigned first = second - apart;
        if (isGone[first] || joined[first])
          continue;
        joined[second] = join(*chain[first], *chain[second], apart == 1);
        if (!joined[second])
          continue;
        isGone[first] = changed = true;
        break;
      }
    if (!changed)
      return false;
    Value *sum = operandOf(*chain.front(), 2);
    for (unsigned i = 0; i < chain.size(); ++i) {
      if (isGone[i])
        continue;
      CallBase &operation = *chain[i];
      if (!joined[i]) {
        operation.setArgOperand(2, sum);
        sum = &operation;
        continue;
      }
      MatrixOperation both = matrixOperation(operation);
      IRBuilder<> builder(&operation);
      const MatrixOperation op = both;
      both.k *= 2;
      sum = createOperation(builder, operation, joined[i]->a, joined[i]->b, sum, both);
      if (i + 1 == chain.size())
        replaceByRowsOf(operation, builder, sum, 0, op);
    }
    return true;
  }

  BasicBlock &block;
  TileFeatures features;
  AddressPolynomials polynomials;
};

} // namespace

PreservedAnalyses FuseMatrixDepthPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= DepthFusion(block, features).run();
  return preservedByFusion(changed);
}

} // namespace heddle::compiler
