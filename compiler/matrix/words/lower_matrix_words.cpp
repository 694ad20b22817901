// Operations that share factors are done together, for a block of sums that fits the registers
// (word_loop.hpp has the picture). Sums that do not fit wait in memory (group_sums.hpp).
//
// A word of A is broadcast by the load, straight from the row where the kernel has it, and a word
// row of B is loaded from where it lies: no factor takes up registers, or memory of ours, unless it
// needs another form first (prepared_factors.hpp).
//
// Where A is biased (word_products.cpp), what the sums have too much is the same for all rows. If
// the sums go round a loop, so does their excess, and it is taken off behind the loop.

#include "compiler/matrix/words/lower_matrix_words.hpp"

#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/nest/loop_sums.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/plan/block_shape.hpp"
#include "compiler/matrix/words/group_sums.hpp"
#include "compiler/matrix/words/prepared_factors.hpp"
#include "compiler/matrix/words/word_groups.hpp"
#include "compiler/matrix/words/word_loop.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the registers have room for beside one for a word of A.
unsigned registersFor(VectorFeatures features) { return features.registers() - 1; }

class GroupLowering {
public:
  GroupLowering(const WordGroup &group, unsigned registers, AddressPolynomials &polynomials,
                Scratch &scratch, Scratch &sumScratch)
      : group(group), product(group.product), registers(registers),
        lastOperations(group.lastOperations()), builder(lastOperations.back()),
        piecesPerRow(group.piecesPerRow()), factors(group, polynomials, scratch, builder),
        sums(group, sumScratch, builder) {}

  void run();

private:
  void lowerChains(ArrayRef<unsigned> chains, BlockShape shape);
  void lowerBlock(ArrayRef<unsigned> chains, unsigned firstRow, unsigned rows, unsigned firstPiece,
                  unsigned pieces);
  void explain(ArrayRef<unsigned> chains, BlockShape shape) const;
  SmallVector<Value *> totalExcess();
  unsigned rowsOf(ArrayRef<unsigned> chains) const {
    return group.rows(group.chains[chains.front()]);
  }

  const WordGroup &group;
  const WordProduct product;
  const unsigned registers;
  const SmallVector<CallBase *> lastOperations;
  IRBuilder<> builder;
  const unsigned piecesPerRow;
  PreparedFactors factors;
  GroupSums sums;
};

/// The sums of some rows and pieces of chains with one A, in front of the last operation: a loop
/// over the words of all operations, or one for each of them.
void GroupLowering::lowerBlock(ArrayRef<unsigned> chains, unsigned firstRow, unsigned rows,
                               unsigned firstPiece, unsigned pieces) {
  const auto numberOf = [&](unsigned piece) { return chains[(firstPiece + piece) / piecesPerRow]; };
  const auto chainOf = [&](unsigned piece) -> const WordChain & {
    return group.chains[numberOf(piece)];
  };
  const auto pieceOf = [&](unsigned piece) { return (firstPiece + piece) % piecesPerRow; };

  SmallVector<Value *> current;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned piece = 0; piece < pieces; ++piece)
      current.push_back(sums.start(numberOf(piece), firstRow + row, pieceOf(piece)));

  // The first who reads a piece of B adds up its excess: it is one more row of A. Chains may have
  // both factors in common, and so a piece.
  SmallVector<BlockExcess> excess;
  for (unsigned piece = 0; product.hasExcess() && piece < pieces; ++piece) {
    Value *&place = factors.excess(chainOf(piece).b, pieceOf(piece));
    if (!place && none_of(excess, [&](const BlockExcess &other) { return other.place == &place; }))
      excess.push_back({piece, group.zero(), &place});
  }

  bool isWhole = true;
  for (unsigned piece = 0; piece < pieces; ++piece)
    isWhole &= factors.isOneLoop(chainOf(piece));
  const unsigned count = isWhole ? group.chainLength() : 1;
  for (unsigned index = 0; index < group.chainLength(); index += count) {
    SmallVector<WordsInMemory> wordsOfA, wordsOfB;
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned part = 0; part < product.prepareA().parts; ++part)
        wordsOfA.push_back(factors.wordsOfA(chainOf(0).a, index, firstRow + row, part));
    for (unsigned piece = 0; piece < pieces; ++piece)
      for (unsigned part = 0; part < product.prepareB().parts; ++part)
        wordsOfB.push_back(factors.wordsOfB(chainOf(piece).b, index, pieceOf(piece), part));
    addWords(builder, product, current, excess, wordsOfA, wordsOfB, count * group.words());
  }
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned piece = 0; piece < pieces; ++piece)
      sums.set(numberOf(piece), firstRow + row, pieceOf(piece), current[row * pieces + piece]);
  for (const BlockExcess &sum : excess)
    *sum.place = sum.value;
}

void GroupLowering::explain(ArrayRef<unsigned> chains, BlockShape shape) const {
  for (unsigned number : chains)
    remark(*group.chains[number].operations.back(), [&] {
      return "matrix product of " + std::to_string(rowsOf(chains)) + " rows, " +
             std::to_string(group.op.n) + " columns and depth " +
             std::to_string(group.op.k * group.chainLength()) + ": " +
             product.instructionName().str() + ", " + std::to_string(shape.rows) + " rows of " +
             std::to_string(shape.pieces) + (shape.pieces == 1 ? " register" : " registers") +
             " at a time";
    });
}

/// All sums of chains with one A, block by block.
void GroupLowering::lowerChains(ArrayRef<unsigned> chains, BlockShape shape) {
  explain(chains, shape);
  const unsigned rows = rowsOf(chains);
  const unsigned pieces = unsigned(chains.size()) * piecesPerRow;
  for (unsigned piece = 0; piece < pieces; piece += shape.pieces)
    for (unsigned row = 0; row < rows; row += shape.rows)
      lowerBlock(chains, row, std::min(shape.rows, rows - row), piece,
                 std::min(shape.pieces, pieces - piece));
}

/// What the sums have too much, of each B, and of all rounds of the kernel's loop.
SmallVector<Value *> GroupLowering::totalExcess() {
  SmallVector<Value *> totals;
  for (unsigned b = 0; product.hasExcess() && b < group.factorsB.size(); ++b) {
    totals.push_back(factors.joinedExcess(b));
    if (group.isLoopCarried)
      totals.back() = sumOverRounds(*lastOperations.front(), *group.block, totals.back());
  }
  return totals;
}

void GroupLowering::run() {
  for (CallBase *call : drop_end(lastOperations))
    sinkWithCuts(*call, *lastOperations.back());
  builder.SetInsertPoint(lastOperations.front());
  sums.moveToMemory(registers);

  std::vector<SmallVector<unsigned>> chainsOfA(group.factorsA.size());
  for (unsigned number = 0; number < group.chains.size(); ++number)
    chainsOfA[group.chains[number].a].push_back(number);
  std::vector<BlockShape> shapes;
  for (ArrayRef<unsigned> chains : chainsOfA)
    shapes.push_back(chooseBlockShape(rowsOf(chains), unsigned(chains.size()) * piecesPerRow,
                                      registers - product.temporaries()));
  // Beside the sums and a word row of B: their excess, and the bias.
  const bool addsExcessInBlocks =
      all_of(shapes, [&](BlockShape shape) { return shape.pieces * (shape.rows + 2) < registers; });
  for (unsigned a = 0; a < group.factorsA.size(); ++a)
    factors.prepareA(a, rowsOf(chainsOfA[a]));
  for (unsigned b = 0; b < group.factorsB.size(); ++b)
    factors.prepareB(b, /*addsExcess=*/!addsExcessInBlocks);
  for (const auto &[chains, shape] : zip_equal(chainsOfA, shapes))
    lowerChains(chains, shape);
  sums.replaceResults(totalExcess());
}

} // namespace

PreservedAnalyses LowerMatrixWordsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : function)
    blocks.push_back(&block);
  Scratch scratch(function), sumScratch(function, "matrix.sums");
  bool changed = false;
  for (BasicBlock *block : blocks) {
    AddressPolynomials polynomials(function.getDataLayout());
    std::vector<WordGroup> groups = findWordGroups(*block, features, polynomials);
    SmallVector<WeakTrackingVH> operands;
    for (WordGroup &group : groups) {
      for (const WordChain &chain : group.chains)
        for (CallBase *call : chain.operations)
          operands.append(call->arg_begin(), call->arg_begin() + 3);
      scratch.limitUse();
      GroupLowering(group, registersFor(features), polynomials, scratch, sumScratch).run();
    }
    scratch.enterBlock();
    sumScratch.enterBlock();
    // Else their loads would be merged with ours, and their values kept from there on. Not before
    // all groups are done, which know operands by address.
    for (WeakTrackingVH &operand : operands)
      if (operand)
        RecursivelyDeleteTriviallyDeadInstructions(operand);
    changed |= !groups.empty();
  }
  scratch.finish();
  sumScratch.finish();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
