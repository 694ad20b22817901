#include "compiler/matrix/plan/fuse_matrix_depth.hpp"

#include "compiler/ir/rarely_run.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"
#include "compiler/matrix/plan/matrix_target.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <utility>

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

class DepthFusion {
public:
  DepthFusion(BasicBlock &block, TileFeatures features)
      : block(block), features(features), polynomials(block.getDataLayout()) {}

  bool run() {
    bool changed = false;
    for (bool again = true; again;) {
      again = false;
      const SmallVector<MatrixChain> chains = matrixChains(block, goesOnAlone);
      if (!paysToFuse(chains))
        break;
      for (const MatrixChain &chain : chains)
        again |= fuse(chain, pair(chain));
      changed |= again;
    }
    return changed;
  }

private:
  struct Factors {
    Value *a, *b;
  };

  /// Nobody else is given the sum in between.
  static bool goesOnAlone(const CallBase &operation, const CallBase &next) {
    return areAlike(operation, next) && feedsOnly(operation, next);
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
  struct Pairs {
    SmallVector<std::optional<Factors>> joined; ///< for the later one of each two
    SmallVector<bool> isGone;                   ///< for the first one
  };

  Pairs pair(const MatrixChain &chain) {
    Pairs pairs;
    pairs.joined.resize(chain.size());
    pairs.isGone.resize(chain.size(), false);
    for (unsigned second = 1; second < chain.size(); ++second)
      for (unsigned apart = 1; apart <= std::min(second, MatrixTarget::mostApart); ++apart) {
        const unsigned first = second - apart;
        if (pairs.isGone[first] || pairs.joined[first])
          continue;
        pairs.joined[second] = join(*chain[first], *chain[second], apart == 1);
        if (!pairs.joined[second])
          continue;
        pairs.isGone[first] = true;
        break;
      }
    return pairs;
  }

  /// Factors of operations that are left as they are have to be put together, to be as deep as
  /// those of the others: lower-matrix-amx.
  bool paysToFuse(ArrayRef<MatrixChain> chains) {
    double saved = 0, lost = 0;
    for (const MatrixChain &chain : chains) {
      const Pairs pairs = pair(chain);
      SmallVector<WeakTrackingVH> unused;
      for (auto [operation, joined, isGone] : zip_equal(chain, pairs.joined, pairs.isGone)) {
        const MatrixOperation op = matrixOperation(*operation);
        if (isGone)
          saved += op.m * MatrixTarget::cyclesPerTileRow;
        else if (joined)
          unused.append({joined->a, joined->b});
        else if (!op.asBFloats && tileProduct(op, features) != Intrinsic::not_intrinsic)
          for (auto [index, shape] : {std::pair(0u, shapeOfA(op)), std::pair(1u, shapeOfB(op))})
            if (findRowLoads(polynomials, operandOf(*operation, index), shape))
              lost += largestTile.rows / MatrixTarget::tileRowsPerStore;
      }
      RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
    }
    return saved > lost;
  }

  bool fuse(const MatrixChain &chain, const Pairs &pairs) {
    if (none_of(pairs.isGone, [](bool isGone) { return isGone; }))
      return false;
    Value *sum = operandOf(*chain.front(), 2);
    for (unsigned i = 0; i < chain.size(); ++i) {
      if (pairs.isGone[i])
        continue;
      CallBase &operation = *chain[i];
      if (!pairs.joined[i]) {
        operation.setArgOperand(2, sum);
        sum = &operation;
        continue;
      }
      const MatrixOperation op = matrixOperation(operation);
      MatrixOperation both = op;
      both.k *= 2;
      IRBuilder<> builder(&operation);
      sum = createOperation(builder, operation, pairs.joined[i]->a, pairs.joined[i]->b, sum, both);
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
  // All operations of a function have the depth of the deepest: lower-matrix-amx. Those that hardly
  // ever run do not make the others deeper.
  SmallVector<BasicBlock *> rare;
  bool changed = false;
  for (BasicBlock &block : function)
    if (any_of(matrixOperationsOf(block),
               [](const CallBase *operation) { return operation->hasFnAttr(rarelyRunAttribute); }))
      rare.push_back(&block);
    else
      changed |= DepthFusion(block, features).run();
  if (changed)
    for (BasicBlock *block : rare)
      DepthFusion(*block, features).run();
  return preservedByFusion(changed);
}

} // namespace heddle::compiler
