// Operations that share factors are done together, for a block of sums that fits the registers:
//
//                 B word row    b0 …   b1 …   b2 …   b3 …      registers of 16 words
//   row 0 of A    a0 a0 a0 …    c00    c01    c02    c03
//   row 1 of A    a1 a1 a1 …    c10    c11    c12    c13       c += dot products of a and b
//
// A block is a loop over the words of K. Sums that do not fit wait in memory until their block
// comes again, in the next round of the kernel's own loop: a load and a store for the products of
// all words. They are put there by us: LLVM would keep those of blocks that are done in registers,
// and those of the block that comes in memory, in its inner loop.
//
// A word of A is broadcast by the load, straight from the row where the kernel has it, and a word
// row of B is loaded from where it lies: no factor takes up registers, or memory of ours, unless it
// needs another form first.
//
// Where A is biased (word_products.cpp), what the sums have too much is the same for all rows. If
// the sums go round a loop, so does their excess, and it is taken off behind the loop.

#include "compiler/matrix/words/lower_matrix_words.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/loop_sums.hpp"
#include "compiler/matrix/nest/matrix_chains.hpp"
#include "compiler/matrix/nest/split_block.hpp"
#include "compiler/matrix/words/word_groups.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

#include <vector>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the registers have room for beside one for a word of A.
unsigned registersFor(VectorFeatures features) { return features.registers() - 1; }

/// Rows and registers of a row that are done together.
struct BlockShape {
  unsigned rows = 1;
  unsigned pieces = 1;
};

/// The blocks with the fewest loads: each row of blocks loads all of B, each column all of A.
BlockShape chooseBlock(unsigned rows, unsigned pieces, unsigned registers) {
  BlockShape best;
  unsigned leastLoads = ~0u;
  for (unsigned width = 1; width <= pieces; ++width) {
    if (registers < 2 * width)
      break;
    const unsigned height = std::min(rows, (registers - width) / width);
    const unsigned rowsOfBlocks = divideCeil(rows, height);
    const unsigned columnsOfBlocks = divideCeil(pieces, width);
    const unsigned loads = rowsOfBlocks * pieces + columnsOfBlocks * rows;
    if (loads >= leastLoads)
      continue;
    leastLoads = loads;
    // Of one size, rather than a small one at the end.
    best = {unsigned(divideCeil(rows, rowsOfBlocks)),
            unsigned(divideCeil(pieces, columnsOfBlocks))};
  }
  return best;
}

class GroupLowering {
public:
  GroupLowering(WordGroup &group, unsigned registers, AddressPolynomials &polynomials,
                Scratch &scratch, Scratch &sumScratch)
      : group(group), op(group.op), product(group.product), registers(registers),
        polynomials(polynomials), scratch(scratch), sumScratch(sumScratch),
        lastOperations(group.lastOperations()), builder(lastOperations.back()),
        lanes(product.lanes()), piecesPerRow(op.n / lanes), words(op.k * bitsOf(op.a) / 32),
        allWords(words * group.chainLength()), readyA(group.factorsA.size()),
        readyB(group.factorsB.size()), sums(group.chains.size()), sumOffsets(group.chains.size()) {}

  void run();

private:
  /// What a loop over K needs to find a part of a word: an address for word 0, and how far to 1.
  struct Words {
    Value *address;
    Value *stride;
    Align alignment;
  };
  struct ReadyA {
    std::optional<unsigned> offset; ///< in scratch
  };
  struct ReadyB {
    std::optional<unsigned> offset;  ///< in scratch
    SmallVector<Value *, 4> strides; ///< of each matrix, where its word rows are in memory
    SmallVector<Value *, 2> excess;  ///< for each piece of a row; null until it is known
    Value *total = nullptr;          ///< of all rounds of the kernel's loop
  };
  /// What a block of sums adds up of a piece of B.
  struct Excess {
    unsigned piece; ///< of the block
    Value *value;
    Value **place; ///< where it goes in the end
  };

  unsigned rowBytesA() const { return words * 4; }
  unsigned rowBytesB() const { return op.n * 4; }
  /// Scratch has the words of all operations of a chain: a row of A with its parts one after
  /// another, or side by side in each word; a word row of B with its parts one after another.
  unsigned offsetInA(unsigned row, unsigned part, unsigned word) const {
    const WordPreparation &preparation = product.prepareA();
    if (preparation.isOrdered())
      return ((row * allWords + word) * preparation.parts + part) * 4;
    return ((row * preparation.parts + part) * allWords + word) * 4;
  }
  unsigned strideOfA() const {
    return product.prepareA().isOrdered() ? product.prepareA().parts * 4 : 4;
  }
  unsigned offsetInB(unsigned part, unsigned piece) const {
    return part * rowBytesB() + piece * lanes * 4;
  }
  unsigned strideOfB() const { return product.prepareB().parts * rowBytesB(); }

  void prepareA(unsigned number, unsigned rows);
  void prepareB(unsigned number);
  void separateHalves(Value *packed, unsigned offset);
  void storeRowOfA(Value *packed, unsigned offset, unsigned row, unsigned word);
  Value *storeWordRowOfB(Value *packed, unsigned offset, unsigned part);
  Value *rowOfA(const ChainFactors<PlacesOfA> &factors, unsigned index, unsigned row,
                unsigned count);
  Value *wordRowOfB(unsigned number, unsigned index, unsigned row);
  Words wordsOfA(unsigned number, unsigned index, unsigned row, unsigned part);
  Words wordsOfB(unsigned number, unsigned index, unsigned piece, unsigned part);
  Value *loadAt(const Words &place, Type *type, Value *index);
  bool isOneLoop(const WordChain &chain) const;
  void lowerBlock(ArrayRef<unsigned> chains, unsigned firstRow, unsigned rows, unsigned firstPiece,
                  unsigned pieces);
  void addWords(MutableArrayRef<Value *> current, MutableArrayRef<Excess> excess,
                ArrayRef<Words> placesA, ArrayRef<Words> placesB, unsigned count);
  Value *zero() {
    return Constant::getNullValue(FixedVectorType::get(builder.getInt32Ty(), lanes));
  }
  Value *startOfSum(unsigned number, unsigned row, unsigned piece);
  void moveSumsToMemory();
  /// Where a row of the sums of a chain waits, or a piece of it.
  Value *placeOfSum(IRBuilderBase &at, unsigned number, unsigned row, unsigned piece = 0) {
    return sumScratch.address(at, *sumOffsets[number] + row * rowBytesB() + piece * lanes * 4);
  }
  void finish();

  WordGroup &group;
  const MatrixOperation op;
  const WordProduct product;
  const unsigned registers;
  AddressPolynomials &polynomials;
  Scratch &scratch;
  Scratch &sumScratch;
  const SmallVector<CallBase *> lastOperations;
  IRBuilder<> builder;
  const unsigned lanes;
  const unsigned piecesPerRow;
  const unsigned words;    ///< of 32 bits in a row of one A
  const unsigned allWords; ///< in a row of those of a chain
  bool addsExcessInBlocks = false;
  std::vector<ReadyA> readyA;
  std::vector<ReadyB> readyB;
  std::vector<SmallVector<Value *, 16>> sums; ///< of chains: row after row, piece after piece
  /// Of the sums of each chain, where they wait in memory from round to round.
  std::vector<std::optional<unsigned>> sumOffsets;
};

/// `count` rows of as many A that go on in one another, as words.
Value *GroupLowering::rowOfA(const ChainFactors<PlacesOfA> &factors, unsigned index, unsigned row,
                             unsigned count) {
  auto *type = FixedVectorType::get(builder.getInt32Ty(), words * count);
  if (!factors.places.empty()) {
    const RowPlace &place = factors.places[index][row];
    return builder.CreateAlignedLoad(
        type, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
        place.alignment);
  }
  Value *matrix = factors.matrices[index];
  const unsigned components = rowBytesA() * 8 / matrix->getType()->getScalarSizeInBits();
  return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components), type);
}

Value *GroupLowering::wordRowOfB(unsigned number, unsigned index, unsigned row) {
  const ChainFactors<PlacesOfB> &factors = group.factorsB[number];
  auto *type = FixedVectorType::get(builder.getInt32Ty(), op.n);
  if (!factors.places.empty()) {
    const PlacesOfB &places = factors.places[index];
    Value *offset = builder.CreateMul(readyB[number].strides[index], builder.getInt64(row));
    return builder.CreateAlignedLoad(type, builder.CreateInBoundsPtrAdd(places.pointer, offset),
                                     places.alignment);
  }
  Value *matrix = factors.matrices[index];
  const unsigned components = rowBytesB() * 8 / matrix->getType()->getScalarSizeInBits();
  return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components), type);
}

/// All parts of some words of a row, from `word` of the chain's words on.
void GroupLowering::storeRowOfA(Value *packed, unsigned offset, unsigned row, unsigned word) {
  const WordPreparation &preparation = product.prepareA();
  if (preparation.isOrdered()) {
    builder.CreateAlignedStore(preparation.ordered(builder, packed),
                               scratch.address(builder, offset + offsetInA(row, 0, word)),
                               Align(4));
    return;
  }
  for (unsigned part = 0; part < preparation.parts; ++part)
    builder.CreateAlignedStore(preparation.part(builder, packed, part),
                               scratch.address(builder, offset + offsetInA(row, part, word)),
                               Align(4));
}

/// Unless the rows serve as they lie: all of them into scratch.
void GroupLowering::prepareA(unsigned number, unsigned rows) {
  const ChainFactors<PlacesOfA> &factors = group.factorsA[number];
  if (product.prepareA().isNone() && !factors.places.empty())
    return;
  const Scratch::Content content{
      {factors.matrices.begin(), factors.matrices.end()}, op.a, op.b, /*isA=*/true};
  std::optional<unsigned> &offset = readyA[number].offset;
  if ((offset = scratch.find(content)))
    return;
  offset = scratch.add(content, offsetInA(rows, 0, 0));
  // Code generation takes long for vectors of many registers.
  constexpr unsigned mostWords = 64;
  const unsigned together = factors.areAdjacent ? std::max(mostWords / words, 1u) : 1;
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned index = 0; index < group.chainLength(); index += together) {
      const unsigned count = std::min(together, group.chainLength() - index);
      storeRowOfA(rowOfA(factors, index, row, count), *offset, row, index * words);
    }
}

/// The lower halves of the words of a row and the upper ones behind them, where the row's last part
/// will be: the conversion of 16 halves side by side costs one instruction if they are in memory,
/// beside two to three each to get them from words in a register.
void GroupLowering::separateHalves(Value *packed, unsigned offset) {
  SmallVector<int, 64> order;
  for (unsigned i = 0; i < 2 * op.n; ++i)
    order.push_back(int(i % op.n * 2 + i / op.n));
  Value *halves =
      builder.CreateBitCast(packed, FixedVectorType::get(builder.getInt16Ty(), 2 * op.n));
  builder.CreateAlignedStore(builder.CreateShuffleVector(halves, order),
                             scratch.address(builder, offset + offsetInB(1, 0)), Align(4));
}

/// One part of a word row of B; in memory, too, at the offset of its parts.
Value *GroupLowering::storeWordRowOfB(Value *packed, unsigned offset, unsigned part) {
  Value *ready = nullptr;
  if (product.prepareB().isOfHalves()) {
    if (part == 0)
      separateHalves(packed, offset);
    Value *halves = builder.CreateAlignedLoad(
        FixedVectorType::get(builder.getHalfTy(), op.n),
        scratch.address(builder, offset + offsetInB(1, 0) + part * rowBytesB() / 2), Align(4));
    ready = builder.CreateFPExt(halves, FixedVectorType::get(builder.getFloatTy(), op.n));
  } else {
    ready = product.prepareB().part(builder, packed, part);
  }
  builder.CreateAlignedStore(ready, scratch.address(builder, offset + offsetInB(part, 0)),
                             Align(4));
  return ready;
}

/// The same for B. Its excess, too, where no block of sums has room for it.
void GroupLowering::prepareB(unsigned number) {
  const ChainFactors<PlacesOfB> &factors = group.factorsB[number];
  const WordPreparation &preparation = product.prepareB();
  ReadyB &ready = readyB[number];
  for (const PlacesOfB &places : factors.places)
    ready.strides.push_back(polynomials.emit(builder, places.stride));
  const bool isInPlace = preparation.isNone() && !factors.places.empty();
  bool stores = !isInPlace;
  if (stores) {
    const Scratch::Content content{
        {factors.matrices.begin(), factors.matrices.end()}, op.b, op.a, /*isA=*/false};
    std::optional<unsigned> known = scratch.find(content);
    stores = !known;
    ready.offset = known ? *known : scratch.add(content, allWords * strideOfB());
  }
  if (product.hasExcess())
    ready.excess.assign(piecesPerRow, addsExcessInBlocks ? nullptr : zero());
  const bool adds = product.hasExcess() && !addsExcessInBlocks;
  if (!stores && !adds)
    return;
  for (unsigned word = 0; word < allWords; ++word) {
    Value *packed = wordRowOfB(number, word / words, word % words);
    for (unsigned part = 0; part < preparation.parts; ++part) {
      Value *prepared = stores ? storeWordRowOfB(packed, *ready.offset + word * strideOfB(), part)
                               : preparation.part(builder, packed, part);
      for (unsigned piece = 0; adds && piece < piecesPerRow; ++piece)
        ready.excess[piece] = product.addExcess(
            builder, extractLanes(builder, prepared, piece * lanes, lanes), ready.excess[piece]);
    }
  }
}

/// Words of the operation `index` of a chain, or of it and those behind it.
GroupLowering::Words GroupLowering::wordsOfA(unsigned number, unsigned index, unsigned row,
                                             unsigned part) {
  if (std::optional<unsigned> offset = readyA[number].offset)
    return {scratch.address(builder, *offset + offsetInA(row, part, index * words)),
            builder.getInt64(strideOfA()), Align(4)};
  const RowPlace &place = group.factorsA[number].places[index][row];
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
          builder.getInt64(4), std::min(place.alignment, Align(4))};
}

GroupLowering::Words GroupLowering::wordsOfB(unsigned number, unsigned index, unsigned piece,
                                             unsigned part) {
  const ReadyB &ready = readyB[number];
  if (ready.offset)
    return {scratch.address(builder,
                            *ready.offset + index * words * strideOfB() + offsetInB(part, piece)),
            builder.getInt64(strideOfB()), Align(4)};
  const PlacesOfB &places = group.factorsB[number].places[index];
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), places.pointer,
                                             offsetInB(part, piece)),
          ready.strides[index], places.alignment};
}

Value *GroupLowering::loadAt(const Words &place, Type *type, Value *index) {
  Value *address =
      builder.CreateInBoundsPtrAdd(place.address, builder.CreateMul(index, place.stride));
  return builder.CreateAlignedLoad(type, address, place.alignment);
}

Value *GroupLowering::startOfSum(unsigned number, unsigned row, unsigned piece) {
  Value *start = group.chains[number].operations.front()->getArgOperand(2);
  if (sumOffsets[number])
    return builder.CreateAlignedLoad(FixedVectorType::get(start->getType()->getScalarType(), lanes),
                                     placeOfSum(builder, number, row, piece), Align(4));
  return widenAccumulator(builder, extractLanes(builder, start, row * op.n + piece * lanes, lanes),
                          op.c);
}

/// If not all sums of a loop fit the registers: stores in front of it what they begin with. Not
/// with unpacked factors, for whose longer blocks LLVM's own choice was a little faster.
void GroupLowering::moveSumsToMemory() {
  unsigned count = 0;
  for (const WordChain &chain : group.chains)
    count += matrixOperation(*chain.operations.front()).m * piecesPerRow;
  BasicBlock *front =
      group.isLoopCarried ? blockInFront(*group.block, *builder.GetInsertBlock()) : nullptr;
  const bool isWord = op.c == MatrixAccumulator::i32 || op.c == MatrixAccumulator::f32;
  if (!front || !isWord || !product.isDotProduct() || count < registers)
    return;
  IRBuilder<> inFront(front->getTerminator());
  for (unsigned number = 0; number < group.chains.size(); ++number) {
    const CallBase &first = *group.chains[number].operations.front();
    const unsigned rows = matrixOperation(first).m;
    sumOffsets[number] = sumScratch.add(rows * rowBytesB());
    for (unsigned row = 0; row < rows; ++row) {
      auto *phi = cast<PHINode>(findLanes(first.getArgOperand(2), row * op.n, op.n));
      inFront.CreateAlignedStore(phi->getIncomingValueForBlock(front),
                                 placeOfSum(inFront, number, row), Align(4));
    }
  }
}

/// Whether the words of all operations of a chain are at equal distances, on both sides.
bool GroupLowering::isOneLoop(const WordChain &chain) const {
  return (readyA[chain.a].offset || group.factorsA[chain.a].areAdjacent) &&
         (readyB[chain.b].offset || group.factorsB[chain.b].areAdjacent);
}

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
      current.push_back(startOfSum(numberOf(piece), firstRow + row, pieceOf(piece)));

  // The first who reads a piece of B adds up its excess: it is one more row of A. Chains may have
  // both factors in common, and so a piece.
  SmallVector<Excess> excess;
  for (unsigned piece = 0; product.hasExcess() && piece < pieces; ++piece) {
    Value *&place = readyB[chainOf(piece).b].excess[pieceOf(piece)];
    if (!place && none_of(excess, [&](const Excess &other) { return other.place == &place; }))
      excess.push_back({piece, zero(), &place});
  }

  bool isWhole = true;
  for (unsigned piece = 0; piece < pieces; ++piece)
    isWhole &= isOneLoop(chainOf(piece));
  const unsigned count = isWhole ? group.chainLength() : 1;
  for (unsigned index = 0; index < group.chainLength(); index += count) {
    SmallVector<Words> placesA, placesB;
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned part = 0; part < product.prepareA().parts; ++part)
        placesA.push_back(wordsOfA(chainOf(0).a, index, firstRow + row, part));
    for (unsigned piece = 0; piece < pieces; ++piece)
      for (unsigned part = 0; part < product.prepareB().parts; ++part)
        placesB.push_back(wordsOfB(chainOf(piece).b, index, pieceOf(piece), part));
    addWords(current, excess, placesA, placesB, count * words);
  }
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned piece = 0; piece < pieces; ++piece) {
      const unsigned number = numberOf(piece);
      Value *sum = current[row * pieces + piece];
      sums[number][(firstRow + row) * piecesPerRow + pieceOf(piece)] = sum;
      if (sumOffsets[number])
        builder.CreateAlignedStore(sum, placeOfSum(builder, number, firstRow + row, pieceOf(piece)),
                                   Align(4));
    }
  for (const Excess &sum : excess)
    *sum.place = sum.value;
}

/// Adds the products of `count` words to the sums of a block of rows and pieces, and what they make
/// too much to the excess of the pieces, if it is asked for.
void GroupLowering::addWords(MutableArrayRef<Value *> current, MutableArrayRef<Excess> excess,
                             ArrayRef<Words> placesA, ArrayRef<Words> placesB, unsigned count) {
  const unsigned parts = product.prepareA().parts;
  const unsigned rows = placesA.size() / parts, pieces = placesB.size() / parts;
  Instruction *behind = &*builder.GetInsertPoint();
  auto [before, after] = splitInFront(*behind, "matrix.done");
  BasicBlock *loop =
      BasicBlock::Create(builder.getContext(), "matrix.words", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(builder.getInt64(0), before);
  SmallVector<PHINode *> phis;
  const auto goRound = [&](Value *&sum) {
    phis.push_back(builder.CreatePHI(sum->getType(), 2));
    phis.back()->addIncoming(sum, before);
    sum = phis.back();
  };
  for_each(current, goRound);
  for (Excess &sum : excess)
    goRound(sum.value);
  auto *pieceType = FixedVectorType::get(builder.getInt32Ty(), lanes);
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<Value *> pieceValues;
    for (unsigned piece = 0; piece < pieces; ++piece)
      pieceValues.push_back(loadAt(placesB[piece * parts + part], pieceType, index));
    for (Excess &sum : excess)
      sum.value = product.addExcess(builder, pieceValues[sum.piece], sum.value);
    for (unsigned row = 0; row < rows; ++row) {
      Value *element = loadAt(placesA[row * parts + part], builder.getInt32Ty(), index);
      element = builder.CreateVectorSplat(lanes, element);
      for (unsigned piece = 0; piece < pieces; ++piece) {
        Value *&sum = current[row * pieces + piece];
        sum = product.multiplyAdd(builder, element, pieceValues[piece], sum);
      }
    }
  }
  Value *next = builder.CreateAdd(index, builder.getInt64(1));
  index->addIncoming(next, loop);
  for (unsigned i = 0; i < phis.size(); ++i)
    phis[i]->addIncoming(i < current.size() ? current[i] : excess[i - current.size()].value, loop);
  builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(count)), after, loop);
  builder.SetInsertPoint(behind);
}

/// Puts the sums in place of the results.
void GroupLowering::finish() {
  if (product.hasExcess())
    for (ReadyB &b : readyB) {
      b.total = joinLanes(builder, b.excess);
      if (group.isLoopCarried)
        b.total = sumOverRounds(*lastOperations.front(), *group.block, b.total);
    }
  for (unsigned number = 0; number < group.chains.size(); ++number) {
    const WordChain &chain = group.chains[number];
    CallBase *last = chain.operations.back();
    builder.SetInsertPoint(last);
    ArrayRef<Value *> pieces = sums[number];
    SmallVector<Value *> rows;
    for (unsigned first = 0; first < pieces.size(); first += piecesPerRow)
      rows.push_back(joinLanes(builder, pieces.slice(first, piecesPerRow)));
    if (group.isLoopCarried && (product.hasExcess() || sumOffsets[number]))
      replaceBehindLoop(*last, *group.block, op.n, [&](IRBuilderBase &behind, unsigned row) {
        Value *sum = rows[row];
        if (sumOffsets[number])
          sum = behind.CreateAlignedLoad(sum->getType(), placeOfSum(behind, number, row), Align(4));
        return product.hasExcess() ? behind.CreateSub(sum, readyB[chain.b].total) : sum;
      });
    for (Value *&row : rows) {
      if (product.hasExcess() && !group.isLoopCarried)
        row = builder.CreateSub(row, readyB[chain.b].total);
      row = narrowAccumulator(builder, row, op.c);
    }
    replaceByPieces(last, rows, op.n);
    // Nobody else wants what they add.
    for (CallBase *operation : reverse(drop_end(chain.operations))) {
      operation->replaceAllUsesWith(PoisonValue::get(operation->getType()));
      operation->eraseFromParent();
    }
  }
}

void GroupLowering::run() {
  for (CallBase *call : drop_end(lastOperations))
    sinkWithCuts(*call, *lastOperations.back());
  builder.SetInsertPoint(lastOperations.front());
  moveSumsToMemory();

  std::vector<SmallVector<unsigned>> chainsOfA(group.factorsA.size());
  for (unsigned number = 0; number < group.chains.size(); ++number)
    chainsOfA[group.chains[number].a].push_back(number);
  const auto rowsOf = [&](ArrayRef<unsigned> chains) {
    return matrixOperation(*group.chains[chains.front()].operations.front()).m;
  };
  std::vector<BlockShape> shapes;
  for (ArrayRef<unsigned> chains : chainsOfA)
    shapes.push_back(chooseBlock(rowsOf(chains), unsigned(chains.size()) * piecesPerRow,
                                 registers - product.temporaries()));
  // Beside the sums and a word row of B: their excess, and the bias.
  addsExcessInBlocks =
      all_of(shapes, [&](BlockShape shape) { return shape.pieces * (shape.rows + 2) < registers; });
  for (unsigned a = 0; a < group.factorsA.size(); ++a)
    prepareA(a, rowsOf(chainsOfA[a]));
  for (unsigned b = 0; b < group.factorsB.size(); ++b)
    prepareB(b);

  for (const auto &[chains, shape] : zip_equal(chainsOfA, shapes)) {
    const unsigned rows = rowsOf(chains);
    const unsigned pieces = chains.size() * piecesPerRow;
    for (unsigned number : chains) {
      sums[number].resize(rows * piecesPerRow);
      remark(*group.chains[number].operations.back(), [&] {
        return "matrix product of " + std::to_string(rows) + " rows, " + std::to_string(op.n) +
               " columns and depth " + std::to_string(op.k * group.chainLength()) + ": " +
               product.instructionName().str() + ", " + std::to_string(shape.rows) + " rows of " +
               std::to_string(shape.pieces) + (shape.pieces == 1 ? " register" : " registers") +
               " at a time";
      });
    }
    for (unsigned piece = 0; piece < pieces; piece += shape.pieces)
      for (unsigned row = 0; row < rows; row += shape.rows)
        lowerBlock(chains, row, std::min(shape.rows, rows - row), piece,
                   std::min(shape.pieces, pieces - piece));
  }
  finish();
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
