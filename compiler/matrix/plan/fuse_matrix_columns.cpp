// A row of the joined operation has a row of one and a row of the other side by side. So have the
// phis of its sum: two phis become one where the halves of such a row come in, over any edge. What
// is joined of halves of one row is that row.

#include "compiler/matrix/plan/fuse_matrix_columns.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/row_loads.hpp"
#include "compiler/matrix/plan/fused_operation.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// Half of what a tile has.
constexpr unsigned columns = largestTile.rowBytes / 4 / 2;

Value *operandOf(const CallBase &call, unsigned index) { return call.getArgOperand(index); }

unsigned lanesOf(const Value *vector) {
  return cast<FixedVectorType>(vector->getType())->getNumElements();
}

class ColumnFusion {
public:
  explicit ColumnFusion(Function &function)
      : function(function), polynomials(function.getDataLayout()) {}

  bool run();

private:
  bool fuseChains(BasicBlock &block);
  bool canBeFused(const MatrixChain &left, const MatrixChain &right);
  void fuse(CallBase &left, CallBase &right);
  Value *sideBySide(IRBuilder<> &builder, Value *left, Value *right, unsigned rows);
  Value *factor(BasicBlock &block, Value *left, Value *right, unsigned rows);
  Value *joinRow(IRBuilder<> &builder, Value *left, Value *right);
  bool joinPhis();
  PHINode *otherHalf(PHINode &left);
  void join(PHINode &left, PHINode &right);
  void simplifyRows();

  Function &function;
  AddressPolynomials polynomials;
  SmallVector<WeakTrackingVH> joinedRows;
  DenseMap<std::pair<Value *, Value *>, Value *> factors; ///< of a block
};

/// The row of which these are the halves; null if they are not.
Value *rowWithHalves(Value *left, Value *right) {
  Value *row = nullptr;
  for (auto [half, place] : {std::pair(left, 0), std::pair(right, int(columns))}) {
    auto *cut = dyn_cast<ShuffleVectorInst>(withoutBitCasts(half));
    int first = 0;
    if (!cut || !cut->isExtractSubvectorMask(first) || first != place ||
        lanesOf(cut->getOperand(0)) != 2 * columns || (row && row != cut->getOperand(0)))
      return nullptr;
    row = cut->getOperand(0);
  }
  return row;
}

/// Two rows as one, which is there already where they are its halves.
Value *ColumnFusion::joinRow(IRBuilder<> &builder, Value *left, Value *right) {
  if (Value *row = rowWithHalves(left, right))
    return builder.CreateBitCast(
        row, FixedVectorType::get(left->getType()->getScalarType(), 2 * columns));
  Value *row = joinLanes(builder, {left, right});
  if (isa<Instruction>(row))
    joinedRows.push_back(row);
  return row;
}

Value *ColumnFusion::sideBySide(IRBuilder<> &builder, Value *left, Value *right, unsigned rows) {
  SmallVector<Value *> joined;
  for (unsigned row = 0; row < rows; ++row)
    joined.push_back(joinRow(builder, extractLanes(builder, left, row * columns, columns),
                             extractLanes(builder, right, row * columns, columns)));
  return joinLanes(builder, joined);
}

/// One for all operations of the block that have these columns.
Value *ColumnFusion::factor(BasicBlock &block, Value *left, Value *right, unsigned rows) {
  Value *&known = factors[{left, right}];
  if (known)
    return known;
  BasicBlock::iterator place = block.getFirstInsertionPt();
  for (Value *value : {left, right})
    if (auto *made = dyn_cast<Instruction>(value);
        made && made->getParent() == &block && !isa<PHINode>(made) && !made->comesBefore(&*place))
      place = std::next(made->getIterator());
  IRBuilder<> builder(&block, place);
  return known = sideBySide(builder, left, right, rows);
}

/// The rows of two sums are those of one, as where they come from a loop in which they are.
bool areJoined(Value *left, Value *right) {
  Value *first = findLanes(left, 0, columns), *second = findLanes(right, 0, columns);
  return first && second && rowWithHalves(first, second);
}

/// Rows that nobody writes, of a loop that begins where others begin. Where each sub-group has a
/// part of the depth of its own, few want the same rows.
bool canBePacked(const RowLoads &rows) {
  const BasicBlock *block = rows.loads.front()->getParent();
  const auto isFromConstant = [&](const PHINode &phi) {
    return !phi.getType()->isIntegerTy() ||
           any_of(phi.incoming_values(), [](const Use &value) { return isa<Constant>(value); });
  };
  return is_contained(successors(block), block) && all_of(block->phis(), isFromConstant) &&
         all_of(rows.loads, [](const LoadInst *load) { return isUnwritten(*load); });
}

/// The sum of `left` is there no longer than that of `right`, and both meet the same A.
bool ColumnFusion::canBeFused(const MatrixChain &left, const MatrixChain &right) {
  if (left.size() != right.size())
    return false;
  for (auto [first, second] : zip(left, right))
    if (operandOf(*first, 0) != operandOf(*second, 0) || !areAlike(*first, *second) ||
        matrixOperation(*first).m != matrixOperation(*second).m ||
        matrixOperation(*first).k != matrixOperation(*second).k || second->comesBefore(first) ||
        dependsOn(*second, {first}) || !isUsedOnlyAfter(*first, *second))
      return false;
  // Rows that lie apart have to be put together, in each round where they are not packed.
  const TileShape shape = factorShape(*left.front(), MatrixFactor::b);
  if (shape.rows == 0)
    return false;
  const auto places = [&](const MatrixChain &chain) {
    return findRowLoads(polynomials, operandOf(*chain.front(), 1), shape);
  };
  const std::optional<RowLoads> ofLeft = places(left), ofRight = places(right);
  return !ofLeft || !ofRight ||
         (ofLeft->stride == ofRight->stride &&
          (ofRight->address - ofLeft->address).constant() == std::int64_t(shape.rowBytes)) ||
         (canBePacked(*ofLeft) && canBePacked(*ofRight)) ||
         areJoined(operandOf(*left.front(), 2), operandOf(*right.front(), 2));
}

void ColumnFusion::fuse(CallBase &left, CallBase &right) {
  const MatrixOperation op = matrixOperation(left);
  MatrixOperation both = op;
  both.n = 2 * op.n;
  IRBuilder<> builder(&right);
  Value *a = operandOf(left, 0);
  Value *b = factor(*right.getParent(), operandOf(left, 1), operandOf(right, 1),
                    factorShape(left, MatrixFactor::b).rows);
  Value *c = sideBySide(builder, operandOf(left, 2), operandOf(right, 2), op.m);
  Value *d = createOperation(builder, right, a, b, c, both);
  SmallVector<Value *> lefts, rights;
  for (unsigned row = 0; row < op.m; ++row) {
    Value *whole = extractLanes(builder, d, 2 * row * columns, 2 * columns);
    lefts.push_back(extractLanes(builder, whole, 0, columns));
    rights.push_back(extractLanes(builder, whole, columns, columns));
  }
  // Behind these pieces.
  sinkWithCuts(left, right);
  replaceByPieces(&left, lefts, columns);
  replaceByPieces(&right, rights, columns);
}

bool ColumnFusion::fuseChains(BasicBlock &block) {
  SmallVector<MatrixChain> chains = matrixChains(block, areAlike);
  erase_if(chains, [](const MatrixChain &chain) {
    return matrixOperation(*chain.front()).n != columns ||
           chain.front()->getType()->getScalarSizeInBits() != 32 ||
           operandOf(*chain.front(), 1)->getType()->getScalarSizeInBits() != 32;
  });
  bool changed = false;
  factors.clear();
  for (unsigned i = 0; i < chains.size(); ++i)
    for (unsigned j = i + 1; j < chains.size() && !chains[i].empty(); ++j) {
      if (chains[j].empty() || !canBeFused(chains[i], chains[j]))
        continue;
      // From the end, as a sum may only be used behind the place of both operations.
      for (unsigned step = chains[i].size(); step-- > 0;)
        fuse(*chains[i][step], *chains[j][step]);
      chains[i].clear();
      chains[j].clear();
      changed = true;
    }
  return changed;
}

/// The phi beside this one to which the right half of a row comes where this one gets the left.
PHINode *ColumnFusion::otherHalf(PHINode &left) {
  for (unsigned edge = 0; edge < left.getNumIncomingValues(); ++edge) {
    if (!isa<Instruction>(left.getIncomingValue(edge)))
      continue;
    for (PHINode &right : left.getParent()->phis())
      if (right.getType() == left.getType() &&
          rowWithHalves(left.getIncomingValue(edge),
                        right.getIncomingValueForBlock(left.getIncomingBlock(edge))))
        return &right;
  }
  return nullptr;
}

void ColumnFusion::join(PHINode &left, PHINode &right) {
  PHINode *whole =
      PHINode::Create(FixedVectorType::get(left.getType()->getScalarType(), 2 * columns),
                      left.getNumIncomingValues(), left.getName() + ".row", left.getIterator());
  SmallDenseMap<BasicBlock *, Value *> incoming;
  for (BasicBlock *from : left.blocks()) {
    Value *&value = incoming[from];
    if (!value) {
      IRBuilder<> builder(from->getTerminator());
      value = joinRow(builder, left.getIncomingValueForBlock(from),
                      right.getIncomingValueForBlock(from));
    }
    whole->addIncoming(value, from);
  }
  IRBuilder<> builder(left.getParent(), left.getParent()->getFirstInsertionPt());
  left.replaceAllUsesWith(extractLanes(builder, whole, 0, columns));
  right.replaceAllUsesWith(extractLanes(builder, whole, columns, columns));
  left.eraseFromParent();
  right.eraseFromParent();
}

bool ColumnFusion::joinPhis() {
  bool changed = false;
  for (BasicBlock &block : function) {
    SmallVector<WeakTrackingVH> phis;
    for (PHINode &phi : block.phis())
      if (isa<FixedVectorType>(phi.getType()) && lanesOf(&phi) == columns)
        phis.push_back(&phi);
    // One that was joined is a cut of a row now.
    for (WeakTrackingVH &each : phis)
      if (auto *phi = dyn_cast_or_null<PHINode>(static_cast<Value *>(each)))
        if (PHINode *right = otherHalf(*phi)) {
          join(*phi, *right);
          changed = true;
        }
  }
  return changed;
}

/// More rows are halves of what has been joined since.
void ColumnFusion::simplifyRows() {
  for (WeakTrackingVH &row : joinedRows) {
    auto *shuffle = dyn_cast_or_null<ShuffleVectorInst>(static_cast<Value *>(row));
    if (!shuffle || !rowWithHalves(shuffle->getOperand(0), shuffle->getOperand(1)))
      continue;
    IRBuilder<> builder(shuffle);
    shuffle->replaceAllUsesWith(joinRow(builder, shuffle->getOperand(0), shuffle->getOperand(1)));
    RecursivelyDeleteTriviallyDeadInstructions(shuffle);
  }
}

bool ColumnFusion::run() {
  bool changed = false;
  // Sums that are joined in a loop are joined behind it.
  for (bool again = true; again; changed |= again) {
    again = false;
    for (BasicBlock &block : function)
      again |= fuseChains(block);
    while (again && joinPhis()) {
    }
    simplifyRows();
  }
  return changed;
}

} // namespace

PreservedAnalyses FuseMatrixColumnsPass::run(Function &function, FunctionAnalysisManager &) {
  return preservedByFusion(ColumnFusion(function).run());
}

} // namespace heddle::compiler
