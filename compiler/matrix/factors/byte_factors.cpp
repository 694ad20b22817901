#include "compiler/matrix/factors/byte_factors.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"

#include "llvm/IR/IRBuilder.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned wordBytes = 4;

MatrixElement asByte(MatrixElement element) {
  return isSigned(element) ? MatrixElement::i8 : MatrixElement::u8;
}

Type *bytes(IRBuilder<> &builder, unsigned count) {
  return FixedVectorType::get(builder.getInt8Ty(), count);
}

/// The elements of one row of bytes, in the order that `place` says: element `element` of byte
/// `byte` for each byte of the result.
using Place = function_ref<std::pair<unsigned, unsigned>(unsigned)>;
Value *unpackRow(IRBuilder<> &builder, Value *row, MatrixElement element, unsigned resultBytes,
                 Place place) {
  const unsigned bits = bitsOf(element), each = 8 / bits;
  const unsigned count = cast<FixedVectorType>(row->getType())->getNumElements();
  SmallVector<Value *> parts;
  for (unsigned i = 0; i < each; ++i) {
    Value *high = builder.CreateShl(row, 8 - bits * (i + 1));
    parts.push_back(isSigned(element) ? builder.CreateAShr(high, 8 - bits)
                                      : builder.CreateLShr(high, 8 - bits));
  }
  Value *all = joinLanes(builder, parts);
  SmallVector<int, 64> picks;
  for (unsigned i = 0; i < resultBytes; ++i) {
    auto [byte, part] = place(i);
    picks.push_back(int(part * count + byte));
  }
  return builder.CreateShuffleVector(all, picks);
}

/// A: rows of k elements, which stay in order.
Value *widenA(IRBuilder<> &builder, Value *a, const MatrixOperation &op) {
  const unsigned each = 8 / bitsOf(op.a), rowBytes = op.k / each;
  a = builder.CreateBitCast(a, bytes(builder, op.m * rowBytes));
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < op.m; ++row)
    rows.push_back(unpackRow(builder, extractLanes(builder, a, row * rowBytes, rowBytes), op.a,
                             op.k, [&](unsigned i) { return std::pair(i / each, i % each); }));
  return joinLanes(builder, rows);
}

/// B: a word of each column in a row of words becomes several rows of words.
Value *widenB(IRBuilder<> &builder, Value *b, const MatrixOperation &op) {
  const unsigned each = 8 / bitsOf(op.b), rowBytes = op.n * wordBytes;
  const unsigned wordRows = op.k / each / wordBytes;
  b = builder.CreateBitCast(b, bytes(builder, wordRows * rowBytes));
  SmallVector<Value *> rows;
  for (unsigned row = 0; row < wordRows; ++row) {
    Value *packed = extractLanes(builder, b, row * rowBytes, rowBytes);
    for (unsigned part = 0; part < each; ++part)
      rows.push_back(unpackRow(builder, packed, op.b, rowBytes, [&](unsigned i) {
        const unsigned element = part * wordBytes + i % wordBytes; // of the word
        return std::pair(i / wordBytes * wordBytes + element / each, element % each);
      }));
  }
  return joinLanes(builder, rows);
}

class Widening {
public:
  Widening(BasicBlock &block, BytesPay pays) : block(block), pays(pays) {}

  bool run() {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(block))
      if (internalOp(instruction) == InternalOp::simdMatrixMad)
        changed |= widen(cast<CallInst>(instruction));
    return changed;
  }

private:
  bool widen(CallInst &call) {
    const MatrixOperation op = matrixOperation(call);
    if (!isInteger(op.a) || !isInteger(op.b) || (bitsOf(op.a) == 8 && bitsOf(op.b) == 8))
      return false;
    MatrixOperation wide = op;
    wide.a = asByte(op.a);
    wide.b = asByte(op.b);
    if (!pays(op, wide))
      return false;

    IRBuilder<> builder(&call);
    Value *a = factor(call, 0, bitsOf(op.a), [&](Value *v) { return widenA(builder, v, op); });
    Value *b = factor(call, 1, bitsOf(op.b), [&](Value *v) { return widenB(builder, v, op); });
    Value *c = call.getArgOperand(2);
    const auto operands = unsigned(cast<ConstantInt>(call.getArgOperand(6))->getZExtValue());
    Type *word = builder.getInt32Ty();
    auto *type = FunctionType::get(
        call.getType(), {a->getType(), b->getType(), c->getType(), word, word, word, word},
        /*isVarArg=*/false);
    CallInst *replacement = builder.CreateCall(
        getInternalOp(*call.getModule(), InternalOp::simdMatrixMad, type),
        {a, b, c, call.getArgOperand(3), call.getArgOperand(4), call.getArgOperand(5),
         builder.getInt32((operands & (matrixASigned | matrixBSigned)) | matrixAInt8 |
                          matrixBInt8)});
    replacement->setDebugLoc(call.getDebugLoc());
    call.replaceAllUsesWith(replacement);
    call.eraseFromParent();
    return true;
  }

  /// An operand as bytes.
  Value *factor(CallInst &call, unsigned index, unsigned bits,
                function_ref<Value *(Value *)> unpack) {
    Value *matrix = call.getArgOperand(index);
    if (bits == 8)
      return matrix;
    // The shape and the signs come with the type and the word of the operation.
    Value *&known = unpacked[{matrix, call.getCalledFunction(), call.getArgOperand(6), index}];
    if (!known)
      known = unpack(matrix);
    return known;
  }

  BasicBlock &block;
  BytesPay pays;
  std::map<std::tuple<Value *, Value *, Value *, unsigned>, Value *> unpacked;
};

} // namespace

PreservedAnalyses widenFactorsToBytes(Function &function, BytesPay pays) {
  bool changed = false;
  for (BasicBlock &block : function)
    changed |= Widening(block, pays).run();
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
