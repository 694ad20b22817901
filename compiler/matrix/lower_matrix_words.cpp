// Operations that share factors are done together, for a block of sums that fits the registers:
//
//                 B word row    b0 …   b1 …   b2 …   b3 …      registers of 16 words
//   row 0 of A    a0 a0 a0 …    c00    c01    c02    c03
//   row 1 of A    a1 a1 a1 …    c10    c11    c12    c13       c += dot products of a and b
//
// A block is a loop over the words of K. Sums that do not fit wait in memory until their block
// comes again, in the next round of the kernel's own loop: a load and a store for the products of
// all words.
//
// A word of A is broadcast by the load, straight from the row where the kernel has it, and a word
// row of B is loaded from where it lies: no factor takes up registers, or memory of ours, unless it
// needs another form first.
//
// Where A is biased (word_products.cpp), what the sums have too much is the same for all rows. If
// the sums go round a loop, so does their excess, and it is taken off behind the loop.

#include "compiler/matrix/lower_matrix_words.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factor_places.hpp"
#include "compiler/matrix/lane_vectors.hpp"
#include "compiler/matrix/loop_sums.hpp"
#include "compiler/matrix/matrix_chains.hpp"
#include "compiler/matrix/scratch.hpp"
#include "compiler/matrix/word_products.hpp"

#include "llvm/ADT/MapVector.h"
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

/// Operations of one block of code that do not depend on one another and differ in rows only.
struct Group {
  SmallVector<CallBase *> calls;
  BasicBlock *block;  ///< that they were in; it begins with what was in front of them
  MatrixOperation op; ///< of the first
  WordProduct product;
  /// Factors that are read where the kernel has them; others are not in here.
  MapVector<Value *, PlacesOfA> placesA;
  MapVector<Value *, PlacesOfB> placesB;
  /// The sums go round a loop, and their excess may go with them.
  bool isLoopCarried = false;
};

class GroupLowering {
public:
  GroupLowering(Group &group, unsigned registers, AddressPolynomials &polynomials, Scratch &scratch)
      : group(group), op(group.op), product(group.product), registers(registers),
        polynomials(polynomials), scratch(scratch), builder(group.calls.front()),
        lanes(product.lanes()), piecesPerRow(op.n / lanes), words(op.k * bitsOf(op.a) / 32) {}

  void run();

private:
  /// What a loop over K needs to find a part of a word: an address for word 0, and how far to 1.
  struct Words {
    Value *address;
    Value *stride;
    Align alignment;
  };

  unsigned rowBytesA() const { return words * 4; }
  unsigned rowBytesB() const { return op.n * 4; }
  unsigned offsetInA(unsigned row, unsigned part) const {
    return (row * product.prepareA().parts + part) * rowBytesA();
  }
  unsigned offsetInB(unsigned part, unsigned piece) const {
    return part * rowBytesB() + piece * lanes * 4;
  }
  unsigned strideOfB() const { return product.prepareB().parts * rowBytesB(); }

  void prepareA(Value *matrix, unsigned rows);
  void prepareB(Value *matrix);
  Value *rowOfA(Value *matrix, unsigned row);
  Value *wordRowOfB(Value *matrix, unsigned row);
  Words wordsOfA(Value *matrix, unsigned row, unsigned part);
  Words wordsOfB(Value *matrix, unsigned piece, unsigned part);
  Value *loadAt(const Words &place, Type *type, Value *index);
  void lowerBlock(ArrayRef<CallBase *> calls, unsigned firstRow, unsigned rows, unsigned firstPiece,
                  unsigned pieces);
  Value *startOfSum(CallBase &call, unsigned row, unsigned piece);
  void finish();

  Group &group;
  const MatrixOperation op;
  const WordProduct product;
  const unsigned registers;
  AddressPolynomials &polynomials;
  Scratch &scratch;
  IRBuilder<> builder;
  const unsigned lanes;
  const unsigned piecesPerRow;
  const unsigned words;                                ///< of 32 bits in a row of A
  DenseMap<Value *, unsigned> offsetsA, offsetsB;      ///< in scratch
  DenseMap<Value *, Value *> stridesB;                 ///< of factors that are read in place
  DenseMap<Value *, SmallVector<Value *, 2>> excess;   ///< of a B, for each piece of a row
  DenseMap<CallBase *, SmallVector<Value *, 16>> sums; ///< row after row, piece after piece
};

Value *GroupLowering::rowOfA(Value *matrix, unsigned row) {
  auto *type = FixedVectorType::get(builder.getInt32Ty(), words);
  if (auto known = group.placesA.find(matrix); known != group.placesA.end()) {
    const RowPlace &place = known->second[row];
    return builder.CreateAlignedLoad(
        type, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
        place.alignment);
  }
  const unsigned components = rowBytesA() * 8 / matrix->getType()->getScalarSizeInBits();
  return builder.CreateBitCast(extractLanes(builder, matrix, row * components, components), type);
}

Value *GroupLowering::wordRowOfB(Value *matrix, unsigned row) {
  auto *type = FixedVectorType::get(builder.getInt32Ty(), op.n);
  if (auto known = group.placesB.find(matrix); known != group.placesB.end()) {
    Value *offset = builder.CreateMul(stridesB.lookup(matrix), builder.getInt64(row));
    return builder.CreateAlignedLoad(
        type, builder.CreateInBoundsPtrAdd(known->second.pointer, offset), known->second.alignment);
  }
  return builder.CreateBitCast(extractLanes(builder, matrix, row * op.n, op.n), type);
}

/// Unless the rows serve as they lie: all parts of them into scratch.
void GroupLowering::prepareA(Value *matrix, unsigned rows) {
  const WordPreparation &preparation = product.prepareA();
  if (offsetsA.contains(matrix) || (preparation.isNone() && group.placesA.contains(matrix)))
    return;
  const Scratch::Content content{matrix, op.a, op.b, /*isA=*/true};
  if (std::optional<unsigned> known = scratch.find(content)) {
    offsetsA[matrix] = *known;
    return;
  }
  const unsigned offset = scratch.add(content, offsetInA(rows, 0));
  offsetsA[matrix] = offset;
  for (unsigned row = 0; row < rows; ++row) {
    Value *packed = rowOfA(matrix, row);
    for (unsigned part = 0; part < preparation.parts; ++part)
      builder.CreateAlignedStore(preparation.part(builder, packed, part),
                                 scratch.address(builder, offset + offsetInA(row, part)), Align(4));
  }
}

/// The same for B, and its excess.
void GroupLowering::prepareB(Value *matrix) {
  const auto inPlace = group.placesB.find(matrix);
  if (inPlace != group.placesB.end() && !stridesB.contains(matrix))
    stridesB[matrix] = polynomials.emit(builder, inPlace->second.stride);
  const WordPreparation &preparation = product.prepareB();
  bool stores =
      !offsetsB.contains(matrix) && !(preparation.isNone() && inPlace != group.placesB.end());
  const bool adds = product.hasExcess() && !excess.contains(matrix);
  if (stores) {
    const Scratch::Content content{matrix, op.b, op.a, /*isA=*/false};
    std::optional<unsigned> known = scratch.find(content);
    stores = !known;
    offsetsB[matrix] = known ? *known : scratch.add(content, words * strideOfB());
  }
  if (!stores && !adds)
    return;
  SmallVector<Value *, 2> sum;
  if (adds)
    sum.assign(piecesPerRow,
               Constant::getNullValue(FixedVectorType::get(builder.getInt32Ty(), lanes)));
  for (unsigned row = 0; row < words; ++row) {
    Value *packed = wordRowOfB(matrix, row);
    for (unsigned part = 0; part < preparation.parts; ++part) {
      Value *ready = preparation.part(builder, packed, part);
      if (stores)
        builder.CreateAlignedStore(
            ready,
            scratch.address(builder, offsetsB[matrix] + row * strideOfB() + offsetInB(part, 0)),
            Align(4));
      for (unsigned piece = 0; piece < sum.size(); ++piece)
        sum[piece] = product.addExcess(builder, extractLanes(builder, ready, piece * lanes, lanes),
                                       sum[piece]);
    }
  }
  if (adds)
    excess[matrix] = sum;
}

GroupLowering::Words GroupLowering::wordsOfA(Value *matrix, unsigned row, unsigned part) {
  Value *stride = builder.getInt64(4);
  if (auto known = offsetsA.find(matrix); known != offsetsA.end())
    return {scratch.address(builder, known->second + offsetInA(row, part)), stride, Align(4)};
  const RowPlace &place = group.placesA.find(matrix)->second[row];
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), place.pointer, place.offset),
          stride, std::min(place.alignment, Align(4))};
}

GroupLowering::Words GroupLowering::wordsOfB(Value *matrix, unsigned piece, unsigned part) {
  if (auto known = offsetsB.find(matrix); known != offsetsB.end())
    return {scratch.address(builder, known->second + offsetInB(part, piece)),
            builder.getInt64(strideOfB()), Align(4)};
  const PlacesOfB &places = group.placesB.find(matrix)->second;
  return {builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), places.pointer,
                                             offsetInB(part, piece)),
          stridesB.lookup(matrix), places.alignment};
}

Value *GroupLowering::loadAt(const Words &place, Type *type, Value *index) {
  Value *address =
      builder.CreateInBoundsPtrAdd(place.address, builder.CreateMul(index, place.stride));
  return builder.CreateAlignedLoad(type, address, place.alignment);
}

Value *GroupLowering::startOfSum(CallBase &call, unsigned row, unsigned piece) {
  Value *start = widenAccumulator(
      builder, extractLanes(builder, call.getArgOperand(2), row * op.n + piece * lanes, lanes),
      op.c);
  if (!product.hasExcess() || group.isLoopCarried)
    return start;
  return builder.CreateSub(start, excess.find(call.getArgOperand(1))->second[piece]);
}

/// The sums of some rows and pieces of operations with one A: a loop over K in front of them.
void GroupLowering::lowerBlock(ArrayRef<CallBase *> calls, unsigned firstRow, unsigned rows,
                               unsigned firstPiece, unsigned pieces) {
  Value *a = calls.front()->getArgOperand(0);
  const auto callOf = [&](unsigned piece) { return calls[(firstPiece + piece) / piecesPerRow]; };
  const auto pieceOf = [&](unsigned piece) { return (firstPiece + piece) % piecesPerRow; };

  SmallVector<Value *> starts;
  SmallVector<Words> placesA, placesB;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned piece = 0; piece < pieces; ++piece)
      starts.push_back(startOfSum(*callOf(piece), firstRow + row, pieceOf(piece)));
    for (unsigned part = 0; part < product.prepareA().parts; ++part)
      placesA.push_back(wordsOfA(a, firstRow + row, part));
  }
  for (unsigned piece = 0; piece < pieces; ++piece)
    for (unsigned part = 0; part < product.prepareB().parts; ++part)
      placesB.push_back(wordsOfB(callOf(piece)->getArgOperand(1), pieceOf(piece), part));

  Instruction *behind = &*builder.GetInsertPoint();
  BasicBlock *before = behind->getParent();
  BasicBlock *after = before->splitBasicBlock(behind, "matrix.done");
  BasicBlock *loop =
      BasicBlock::Create(builder.getContext(), "matrix.words", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  PHINode *index = builder.CreatePHI(builder.getInt64Ty(), 2);
  index->addIncoming(builder.getInt64(0), before);
  SmallVector<Value *> current;
  SmallVector<PHINode *> phis;
  for (Value *start : starts) {
    phis.push_back(builder.CreatePHI(start->getType(), 2));
    phis.back()->addIncoming(start, before);
    current.push_back(phis.back());
  }
  const unsigned parts = product.prepareA().parts;
  auto *pieceType = FixedVectorType::get(builder.getInt32Ty(), lanes);
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<Value *> pieceValues;
    for (unsigned piece = 0; piece < pieces; ++piece)
      pieceValues.push_back(loadAt(placesB[piece * parts + part], pieceType, index));
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
    phis[i]->addIncoming(current[i], loop);
  builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(words)), after, loop);

  builder.SetInsertPoint(behind);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned piece = 0; piece < pieces; ++piece)
      sums[callOf(piece)][(firstRow + row) * piecesPerRow + pieceOf(piece)] =
          current[row * pieces + piece];
}

/// Puts the sums in place of the results.
void GroupLowering::finish() {
  DenseMap<Value *, Value *> totals;
  for (CallBase *call : group.calls) {
    builder.SetInsertPoint(call);
    ArrayRef<Value *> pieces = sums[call];
    SmallVector<Value *> rows;
    for (unsigned first = 0; first < pieces.size(); first += piecesPerRow)
      rows.push_back(
          narrowAccumulator(builder, joinLanes(builder, pieces.slice(first, piecesPerRow)), op.c));
    if (product.hasExcess() && group.isLoopCarried) {
      Value *b = call->getArgOperand(1);
      Value *&total = totals[b];
      if (!total)
        total = sumOverRounds(*call, *group.block, joinLanes(builder, excess[b]));
      takeOffBehindLoop(*call, *group.block, rows, total);
    }
    replaceByPieces(call, rows, op.n);
  }
}

void GroupLowering::run() {
  for (CallBase *call : drop_end(group.calls))
    sinkWithCuts(*call, *group.calls.back());
  builder.SetInsertPoint(group.calls.front());

  MapVector<Value *, SmallVector<CallBase *>> byA;
  for (CallBase *call : group.calls)
    byA[call->getArgOperand(0)].push_back(call);
  for (auto &[a, calls] : byA)
    prepareA(a, matrixOperation(*calls.front()).m);
  for (CallBase *call : group.calls)
    prepareB(call->getArgOperand(1));

  for (auto &[a, calls] : byA) {
    const unsigned rows = matrixOperation(*calls.front()).m;
    const unsigned pieces = calls.size() * piecesPerRow;
    const BlockShape shape = chooseBlock(rows, pieces, registers - product.temporaries());
    for (CallBase *call : calls) {
      sums[call].resize(rows * piecesPerRow);
      remark(*call, [&] {
        return "matrix product of " + std::to_string(rows) + " rows, " + std::to_string(op.n) +
               " columns and depth " + std::to_string(op.k) + ": " +
               product.instructionName().str() + ", " + std::to_string(shape.rows) + " rows of " +
               std::to_string(shape.pieces) + (shape.pieces == 1 ? " register" : " registers") +
               " at a time";
      });
    }
    for (unsigned piece = 0; piece < pieces; piece += shape.pieces)
      for (unsigned row = 0; row < rows; row += shape.rows)
        lowerBlock(calls, row, std::min(shape.rows, rows - row), piece,
                   std::min(shape.pieces, pieces - piece));
  }
  finish();
}

bool sameButForRows(const MatrixOperation &x, const MatrixOperation &y) {
  return x.n == y.n && x.k == y.k && x.a == y.a && x.b == y.b && x.c == y.c;
}

/// The operations of a block that have an instruction, in groups. Nothing is changed yet: what
/// is said of places in memory is true while the block is whole.
std::vector<Group> groupsOf(BasicBlock &block, VectorFeatures features,
                            AddressPolynomials &polynomials) {
  std::vector<Group> groups;
  for (CallBase *call : matrixOperationsOf(block)) {
    const MatrixOperation op = matrixOperation(*call);
    std::optional<WordProduct> product = WordProduct::create(op, features);
    if (!product)
      continue;
    if (!groups.empty()) {
      Group &last = groups.back();
      SmallVector<const Instruction *> members(last.calls.begin(), last.calls.end());
      if (sameButForRows(last.op, op) && !dependsOn(*call, members) &&
          all_of(last.calls, [&](CallBase *member) { return isUsedOnlyAfter(*member, *call); })) {
        last.calls.push_back(call);
        continue;
      }
    }
    groups.push_back({{call}, &block, op, *product, {}, {}});
  }
  for (Group &group : groups) {
    const FactorPlaces places(polynomials, *group.calls.back());
    for (CallBase *call : group.calls) {
      Value *a = call->getArgOperand(0), *b = call->getArgOperand(1);
      const unsigned rowBytes = group.op.k * bitsOf(group.op.a) / 8;
      if (std::optional<PlacesOfA> found = places.ofA(a, matrixOperation(*call).m, rowBytes))
        group.placesA.insert({a, *found});
      if (std::optional<PlacesOfB> found = places.ofB(b, rowBytes / 4, group.op.n * 4))
        group.placesB.insert({b, *found});
    }
    group.isLoopCarried =
        all_of(group.calls, [&](CallBase *call) { return isLoopSum(*call, group.op.n); });
  }
  return groups;
}

} // namespace

PreservedAnalyses LowerMatrixWordsPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<BasicBlock *> blocks;
  for (BasicBlock &block : function)
    blocks.push_back(&block);
  Scratch scratch(function);
  bool changed = false;
  for (BasicBlock *block : blocks) {
    AddressPolynomials polynomials(function.getDataLayout());
    std::vector<Group> groups = groupsOf(*block, features, polynomials);
    SmallVector<WeakTrackingVH> operands;
    for (Group &group : groups) {
      for (CallBase *call : group.calls)
        operands.append(call->arg_begin(), call->arg_begin() + 3);
      GroupLowering(group, registersFor(features), polynomials, scratch).run();
    }
    scratch.enterBlock();
    // Else their loads would be merged with ours, and their values kept from there on. Not before
    // all groups are done, which know operands by address.
    for (WeakTrackingVH &operand : operands)
      if (operand)
        RecursivelyDeleteTriviallyDeadInstructions(operand);
    changed |= !groups.empty();
  }
  scratch.finish();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
