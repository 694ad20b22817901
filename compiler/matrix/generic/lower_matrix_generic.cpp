// The product is an outer product per step: one element (or pair) of each row of A, broadcast,
// times a word row of B, added to the rows of C.
//
//            B word row      b0 b1 b2 … bN-1
//   A row 0: a -> a a a …    c += a * b          lanes of C are columns, as many at a time as
//   A row 1: a -> a a a …    c += a * b          a register has
//
// Three things decide the speed:
//
//   Rows are done in blocks whose accumulators fit the registers: 8 of 16 registers with AVX2, so
//   that 4 rows of 16 lanes stay put while all of K goes by.
//
//   Both factors are unpacked once into memory that stays in the first cache, and shared by all
//   operations of a basic block that use them. An element of A is then a load that broadcasts,
//   which the CPU does for free beside the arithmetic; shuffles would compete with it. The loads
//   of A are narrower than the stores and lie within them, so that the CPU forwards them.
//
//   A block of rows is a loop over the words of K. Written out, the operations of a
//   register-blocked kernel overflow the instruction cache, and instruction selection merges their
//   equal loads into values that it then has to spill.

#include "compiler/matrix/generic/lower_matrix_generic.hpp"

#include "compiler/ir/accumulators.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/matrix/factors/factor_steps.hpp"
#include "compiler/matrix/factors/scratch.hpp"
#include "compiler/matrix/nest/lane_vectors.hpp"
#include "compiler/matrix/nest/split_block.hpp"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What the code is shaped for.
struct Registers {
  unsigned lanes;        ///< of 32 bits in a register
  unsigned accumulators; ///< registers that C may take; the others hold B and broadcasts

  Registers(const TargetTransformInfo &target, LLVMContext &context) : lanes(4) {
    // What is legal, not what the target prefers: CPUs that prefer 256 bits for ordinary code
    // still multiply twice as much with 512.
    for (unsigned wider : {8u, 16u})
      if (target.isTypeLegal(FixedVectorType::get(Type::getInt32Ty(context), wider)) &&
          target.isTypeLegal(FixedVectorType::get(Type::getInt16Ty(context), 2 * wider)))
        lanes = wider;
    const unsigned vectorClass = target.getRegisterClassForType(/*Vector=*/true);
    accumulators = std::max(4u, target.getNumberOfRegisters(vectorClass) / 2);
  }
};

class MadLowering {
public:
  MadLowering(CallBase &call, const Registers &registers, Scratch &scratch)
      : call(call), op(matrixOperation(call)), builder(&call), scratch(scratch), a(op.a, op.b),
        b(op.b, op.a), pieceLanes(op.n % registers.lanes ? op.n : registers.lanes),
        hasWholeRegisters(pieceLanes == registers.lanes), piecesPerRow(op.n / pieceLanes),
        rowsPerBlock(std::max(1u, registers.accumulators / piecesPerRow)),
        group(std::max(a.elementsPerWord(), b.elementsPerWord())) {}

  void run() {
    remark(call, [&] {
      return "matrix product of " + std::to_string(op.m) + " rows, " + std::to_string(op.n) +
             " columns and depth " + std::to_string(op.k) + ": vector instructions, " +
             std::to_string(std::min(op.m, rowsPerBlock)) + " rows of " +
             std::to_string(piecesPerRow) + (piecesPerRow == 1 ? " register" : " registers") +
             " at a time";
    });
    unpackA();
    unpackB();
    for (unsigned first = 0; first < op.m; first += rowsPerBlock)
      lowerRows(first, std::min(op.m, first + rowsPerBlock));
    replaceByPieces(&call, results, pieceLanes);
  }

private:
  // Bytes in scratch. A: for each row, for each part, one word after another. B: for each word row,
  // for each part, the N lanes.
  unsigned partBytesA() const { return op.k / a.elementsPerWord() * 4; }
  unsigned rowBytesA() const { return partBytesA() * a.parts().size(); }
  unsigned partBytesB() const { return op.n * 4; }
  unsigned rowBytesB() const { return partBytesB() * b.parts().size(); }

  void unpackA();
  void unpackB();
  void lowerRows(unsigned first, unsigned end);
  Value *loadElementOfA(Value *groupOffset, unsigned row, const MatrixStep &step);
  Value *loadPieceOfB(Value *groupOffset, unsigned piece, const MatrixStep &step);
  Value *multiplyAdd(Value *x, Value *y, Value *sum);
  Value *multiplyPairs(Value *x, Value *y);

  CallBase &call;
  const MatrixOperation op;
  IRBuilder<> builder;
  Scratch &scratch;
  const Factor a, b;
  const unsigned pieceLanes; ///< lanes of a row that are handled together
  const bool hasWholeRegisters;
  const unsigned piecesPerRow;
  const unsigned rowsPerBlock;
  const unsigned group; ///< elements of K in an iteration: whole words of both factors
  unsigned offsetA = 0; ///< in scratch
  unsigned offsetB = 0;
  SmallVector<Value *> results; ///< pieces of D, row after row
};

void MadLowering::unpackA() {
  Value *matrix = call.getArgOperand(0);
  const Scratch::Content content{{matrix}, op.a, op.b, /*isA=*/true};
  if (std::optional<unsigned> known = scratch.find(content)) {
    offsetA = *known;
    return;
  }
  offsetA = scratch.add(content, rowBytesA() * op.m);

  const unsigned words = op.k / a.elementsPerWord();
  const unsigned components = words * 32 / matrix->getType()->getScalarSizeInBits();
  auto *rowType = FixedVectorType::get(builder.getInt32Ty(), words);
  for (unsigned row = 0; row < op.m; ++row) {
    Value *packed = extractLanes(builder, matrix, row * components, components);
    packed = builder.CreateBitCast(packed, rowType);
    for (unsigned part = 0; part < a.parts().size(); ++part)
      builder.CreateAlignedStore(
          a.part(builder, packed, part),
          scratch.address(builder, offsetA + row * rowBytesA() + part * partBytesA()), Align(4));
  }
}

void MadLowering::unpackB() {
  Value *matrix = call.getArgOperand(1);
  const Scratch::Content content{{matrix}, op.b, op.a, /*isA=*/false};
  if (std::optional<unsigned> known = scratch.find(content)) {
    offsetB = *known;
    return;
  }
  const unsigned wordRows = op.k / b.elementsPerWord();
  offsetB = scratch.add(content, rowBytesB() * wordRows);

  auto *rowType = FixedVectorType::get(builder.getInt32Ty(), op.n);
  for (unsigned row = 0; row < wordRows; ++row) {
    Value *packed = extractLanes(builder, matrix, row * op.n, op.n);
    packed = builder.CreateBitCast(packed, rowType);
    for (unsigned part = 0; part < b.parts().size(); ++part)
      builder.CreateAlignedStore(
          b.part(builder, packed, part),
          scratch.address(builder, offsetB + row * rowBytesB() + part * partBytesB()), Align(4));
  }
}

Value *MadLowering::loadElementOfA(Value *groupIndex, unsigned row, const MatrixStep &step) {
  const unsigned groupBytes = group / a.elementsPerWord() * 4;
  Value *address = scratch.address(builder, offsetA + row * rowBytesA() +
                                                step.partA * partBytesA() + step.wordA * 4);
  address = builder.CreateInBoundsPtrAdd(
      address, builder.CreateMul(groupIndex, builder.getInt64(groupBytes)));
  Type *type = isInteger(op.a) ? builder.getInt32Ty() : builder.getFloatTy();
  return builder.CreateVectorSplat(pieceLanes, builder.CreateAlignedLoad(type, address, Align(4)));
}

Value *MadLowering::loadPieceOfB(Value *groupIndex, unsigned piece, const MatrixStep &step) {
  const unsigned groupBytes = group / b.elementsPerWord() * rowBytesB();
  Value *address = scratch.address(builder, offsetB + step.wordB * rowBytesB() +
                                                step.partB * partBytesB() + piece * pieceLanes * 4);
  address = builder.CreateInBoundsPtrAdd(
      address, builder.CreateMul(groupIndex, builder.getInt64(groupBytes)));
  Type *type = isInteger(op.b) ? builder.getInt32Ty() : builder.getFloatTy();
  return builder.CreateAlignedLoad(FixedVectorType::get(type, pieceLanes), address, Align(4));
}

/// x and y hold two 16-bit integers in each 32-bit lane: the sum of the two products. The largest
/// sum, 2 * 255 * 255, is far from 2^31. The byte instruction pmaddubsw would saturate.
Value *MadLowering::multiplyPairs(Value *x, Value *y) {
  auto *halfType = FixedVectorType::get(builder.getInt16Ty(), 2 * pieceLanes);
  Intrinsic::ID instruction = Intrinsic::not_intrinsic;
  if (hasWholeRegisters && pieceLanes == 8)
    instruction = Intrinsic::x86_avx2_pmadd_wd;
  else if (hasWholeRegisters && pieceLanes == 16)
    instruction = Intrinsic::x86_avx512_pmaddw_d_512;
  if (instruction != Intrinsic::not_intrinsic)
    return builder.CreateIntrinsic(
        instruction, {builder.CreateBitCast(x, halfType), builder.CreateBitCast(y, halfType)});

  const auto low = [&](Value *words) {
    return builder.CreateAShr(builder.CreateShl(words, 16), 16);
  };
  const auto high = [&](Value *words) { return builder.CreateAShr(words, 16); };
  return builder.CreateAdd(builder.CreateMul(low(x), low(y)), builder.CreateMul(high(x), high(y)));
}

Value *MadLowering::multiplyAdd(Value *x, Value *y, Value *sum) {
  if (isInteger(op.a))
    return builder.CreateAdd(sum, multiplyPairs(x, y));
  return builder.CreateIntrinsic(Intrinsic::fma, {sum->getType()}, {x, y, sum});
}

/// Rows [first, end) of D: a loop over the groups of K, placed before the call.
void MadLowering::lowerRows(unsigned first, unsigned end) {
  SmallVector<Value *> starts;
  for (unsigned row = first; row < end; ++row)
    for (unsigned piece = 0; piece < piecesPerRow; ++piece)
      starts.push_back(widenAccumulator(
          builder,
          extractLanes(builder, call.getArgOperand(2), row * op.n + piece * pieceLanes, pieceLanes),
          op.c));

  auto [before, after] = splitInFront(call, "matrix.done");
  BasicBlock *loop =
      BasicBlock::Create(builder.getContext(), "matrix.k", before->getParent(), after);
  before->getTerminator()->setSuccessor(0, loop);

  builder.SetInsertPoint(loop);
  PHINode *groupIndex = builder.CreatePHI(builder.getInt64Ty(), 2);
  groupIndex->addIncoming(builder.getInt64(0), before);
  SmallVector<Value *> sums;
  SmallVector<PHINode *> phis;
  for (Value *start : starts) {
    phis.push_back(builder.CreatePHI(start->getType(), 2));
    phis.back()->addIncoming(start, before);
    sums.push_back(phis.back());
  }
  for (const MatrixStep &step : matrixSteps(a, b, group)) {
    SmallVector<Value *> pieces;
    for (unsigned piece = 0; piece < piecesPerRow; ++piece)
      pieces.push_back(loadPieceOfB(groupIndex, piece, step));
    unsigned index = 0;
    for (unsigned row = first; row < end; ++row) {
      Value *element = loadElementOfA(groupIndex, row, step);
      for (Value *piece : pieces) {
        sums[index] = multiplyAdd(element, piece, sums[index]);
        ++index;
      }
    }
  }
  Value *next = builder.CreateAdd(groupIndex, builder.getInt64(1));
  groupIndex->addIncoming(next, loop);
  for (unsigned i = 0; i < phis.size(); ++i)
    phis[i]->addIncoming(sums[i], loop);
  builder.CreateCondBr(builder.CreateICmpEQ(next, builder.getInt64(op.k / group)), after, loop);

  builder.SetInsertPoint(&call);
  for (Value *sum : sums)
    results.push_back(narrowAccumulator(builder, sum, op.c));
}

bool lowerFunction(Function &function, const Registers &registers) {
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (internalOp(instruction) == InternalOp::simdMatrixMad)
      calls.push_back(cast<CallBase>(&instruction));
  if (calls.empty())
    return false;

  // The lowering splits blocks: what shared one has to be known before.
  SmallVector<const BasicBlock *> blocks;
  for (const CallBase *call : calls)
    blocks.push_back(call->getParent());
  Scratch scratch(function);
  for (unsigned i = 0; i < calls.size(); ++i) {
    if (i && blocks[i] != blocks[i - 1])
      scratch.enterBlock();
    scratch.limitUse();
    MadLowering(*calls[i], registers, scratch).run();
  }
  scratch.finish();
  return true;
}

} // namespace

PreservedAnalyses LowerMatrixGenericPass::run(Module &module, ModuleAnalysisManager &analyses) {
  auto &functionAnalyses =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const auto &target = functionAnalyses.getResult<TargetIRAnalysis>(function);
    if (!lowerFunction(function, Registers(target, module.getContext())))
      continue;
    functionAnalyses.invalidate(function, PreservedAnalyses::none());
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserve<FunctionAnalysisManagerModuleProxy>();
  return kept;
}

} // namespace heddle::compiler
