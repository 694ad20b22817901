// The product is an outer product per step: one element (or pair) of each row of A, broadcast,
// times a word row of B, added to the rows of C.
//
//            B word row      b0 b1 b2 … bN-1
//   A row 0: a -> a a a …    c += a * b          lanes of C are columns, as many at a time as
//   A row 1: a -> a a a …    c += a * b          a register has
//
// Two things decide the speed:
//
//   Rows are done in blocks whose accumulators fit the registers: 8 of 16 registers with AVX2, so
//   that 4 rows of 16 lanes stay put while all of K goes by. B's elements are unpacked once and
//   shared by all rows.
//
//   A's elements are unpacked a row at a time and stored; every use is a load that broadcasts,
//   which the CPU does for free beside the arithmetic. Shuffles would compete with it. The loads
//   are narrower than the stores and lie within them, so that the CPU forwards them.

#include "compiler/matrix/lower_matrix_generic.hpp"

#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/factor_steps.hpp"
#include "compiler/matrix/lane_vectors.hpp"

#include "llvm/ADT/DenseMap.h"
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

  explicit Registers(const TargetTransformInfo &target) {
    const auto kind = TargetTransformInfo::RGK_FixedWidthVector;
    const unsigned bits = target.getRegisterBitWidth(kind).getFixedValue();
    lanes = std::max(4u, bits / 32);
    const unsigned vectorClass = target.getRegisterClassForType(/*Vector=*/true);
    accumulators = std::max(4u, target.getNumberOfRegisters(vectorClass) / 2);
  }
};

/// Unpacked rows of A in memory. An A that several operations of a block use is stored once.
class Scratch {
public:
  explicit Scratch(Function &function) : function(function) {}

  /// Regions are free again in another block: their loads are all in the block of their store.
  void enterBlock() {
    used = 0;
    regions.clear();
  }

  /// Byte offset of the region of this A, or nothing if it has to be stored first.
  std::optional<unsigned> find(const Value *a, const MatrixOperation &op) const {
    for (const Region &region : regions)
      if (region.a == a && region.format == op.a && region.other == op.b && region.m == op.m)
        return region.offset;
    return std::nullopt;
  }

  unsigned add(const Value *a, const MatrixOperation &op, unsigned bytes) {
    regions.push_back({a, op.a, op.b, op.m, used});
    used += alignTo(bytes, 64);
    size = std::max(size, used);
    return regions.back().offset;
  }

  Value *address(IRBuilderBase &builder, unsigned offset) {
    if (!variable) {
      IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
      variable = entry.CreateAlloca(entry.getInt8Ty(), entry.getInt32(1), "matrix.scratch");
      variable->setAlignment(Align(64));
    }
    return builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), variable, offset);
  }

  /// Gives the variable its size once all operations are lowered.
  void finish() {
    if (!variable)
      return;
    IRBuilder<> builder(variable);
    AllocaInst *sized = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), size));
    sized->setAlignment(variable->getAlign());
    sized->takeName(variable);
    variable->replaceAllUsesWith(sized);
    variable->eraseFromParent();
  }

private:
  struct Region {
    const Value *a;
    MatrixElement format, other;
    unsigned m;
    unsigned offset;
  };

  Function &function;
  AllocaInst *variable = nullptr;
  unsigned used = 0;
  unsigned size = 0;
  SmallVector<Region> regions;
};

class MadLowering {
public:
  MadLowering(CallBase &call, const Registers &registers, Scratch &scratch)
      : call(call), op(matrixOperation(call)), builder(&call), scratch(scratch), a(op.a, op.b),
        b(op.b, op.a), laneCount(std::min(op.n, registers.lanes)),
        // The lanes of a piece divide the lanes of a row.
        pieceLanes(op.n % laneCount ? op.n : laneCount), piecesPerRow(op.n / pieceLanes),
        rowsPerBlock(std::max(1u, registers.accumulators / piecesPerRow)) {}

  void run() {
    storeRowsOfA();
    const SmallVector<MatrixStep> steps = matrixSteps(a, b, op.k);
    for (unsigned first = 0; first < op.m; first += rowsPerBlock)
      lowerRows(first, std::min(op.m, first + rowsPerBlock), steps);
    replaceByPieces(&call, results, pieceLanes);
  }

private:
  unsigned wordsInRowOfA() const { return op.k / a.elementsPerWord(); }

  void storeRowsOfA();
  void lowerRows(unsigned first, unsigned end, ArrayRef<MatrixStep> steps);
  Value *broadcastOfA(unsigned row, const MatrixStep &step);
  Value *piecesOfB(const MatrixStep &step, unsigned piece);
  Value *loadAccumulator(unsigned row, unsigned piece);
  Value *storeAccumulator(Value *sum);
  Value *multiplyAdd(Value *x, Value *y, Value *sum);
  Value *multiplyPairs(Value *x, Value *y);

  CallBase &call;
  const MatrixOperation op;
  IRBuilder<> builder;
  Scratch &scratch;
  const Factor a, b;
  const unsigned laneCount;
  const unsigned pieceLanes;
  const unsigned piecesPerRow;
  const unsigned rowsPerBlock;
  unsigned scratchOffset = 0;
  DenseMap<std::pair<unsigned, unsigned>, Value *> unpackedB; ///< by (word * parts + part, piece)
  SmallVector<Value *> results;                               ///< pieces of D, row after row
};

// In scratch: for each row, for each part, one word after another.
void MadLowering::storeRowsOfA() {
  Value *matrix = call.getArgOperand(0);
  const unsigned words = wordsInRowOfA();
  const unsigned partBytes = words * 4;
  const unsigned rowBytes = partBytes * a.parts().size();
  if (std::optional<unsigned> known = scratch.find(matrix, op)) {
    scratchOffset = *known;
    return;
  }
  scratchOffset = scratch.add(matrix, op, rowBytes * op.m);

  const unsigned componentsOfWord = 32 / matrix->getType()->getScalarSizeInBits();
  auto *rowType = FixedVectorType::get(builder.getInt32Ty(), words);
  for (unsigned row = 0; row < op.m; ++row) {
    Value *packed =
        extractLanes(builder, matrix, row * words * componentsOfWord, words * componentsOfWord);
    packed = builder.CreateBitCast(packed, rowType);
    for (unsigned part = 0; part < a.parts().size(); ++part)
      builder.CreateAlignedStore(
          a.part(builder, packed, part),
          scratch.address(builder, scratchOffset + row * rowBytes + part * partBytes), Align(4));
  }
}

Value *MadLowering::broadcastOfA(unsigned row, const MatrixStep &step) {
  const unsigned word = (row * a.parts().size() + step.partA) * wordsInRowOfA() + step.wordA;
  Type *type = isInteger(op.a) ? builder.getInt32Ty() : builder.getFloatTy();
  Value *element =
      builder.CreateAlignedLoad(type, scratch.address(builder, scratchOffset + word * 4), Align(4));
  return builder.CreateVectorSplat(pieceLanes, element);
}

Value *MadLowering::piecesOfB(const MatrixStep &step, unsigned piece) {
  Value *&unpacked = unpackedB[{step.wordB * b.parts().size() + step.partB, piece}];
  if (!unpacked) {
    Value *words = extractLanes(builder, call.getArgOperand(1),
                                step.wordB * op.n + piece * pieceLanes, pieceLanes);
    words = builder.CreateBitCast(words, FixedVectorType::get(builder.getInt32Ty(), pieceLanes));
    unpacked = b.part(builder, words, step.partB);
  }
  return unpacked;
}

Value *MadLowering::loadAccumulator(unsigned row, unsigned piece) {
  Value *lanes =
      extractLanes(builder, call.getArgOperand(2), row * op.n + piece * pieceLanes, pieceLanes);
  switch (op.c) {
  case MatrixAccumulator::i32:
  case MatrixAccumulator::f32:
    return lanes;
  case MatrixAccumulator::f16:
    return builder.CreateFPExt(lanes, FixedVectorType::get(builder.getFloatTy(), pieceLanes));
  case MatrixAccumulator::bf16:
    return widenBFloat16(builder, lanes);
  }
  llvm_unreachable("all accumulators are handled");
}

Value *MadLowering::storeAccumulator(Value *sum) {
  switch (op.c) {
  case MatrixAccumulator::i32:
  case MatrixAccumulator::f32:
    return sum;
  case MatrixAccumulator::f16:
    return builder.CreateFPTrunc(sum, FixedVectorType::get(builder.getHalfTy(), pieceLanes));
  case MatrixAccumulator::bf16:
    return roundToBFloat16(builder, sum);
  }
  llvm_unreachable("all accumulators are handled");
}

/// x and y hold two 16-bit integers in each 32-bit lane: the sum of the two products. The largest
/// sum, 2 * 255 * 255, is far from 2^31. The byte instruction pmaddubsw would saturate.
Value *MadLowering::multiplyPairs(Value *x, Value *y) {
  auto *halfType = FixedVectorType::get(builder.getInt16Ty(), 2 * pieceLanes);
  Value *halvesX = builder.CreateBitCast(x, halfType);
  Value *halvesY = builder.CreateBitCast(y, halfType);
  Intrinsic::ID instruction = Intrinsic::not_intrinsic;
  if (pieceLanes == laneCount && pieceLanes == 4)
    instruction = Intrinsic::x86_sse2_pmadd_wd;
  else if (pieceLanes == laneCount && pieceLanes == 8)
    instruction = Intrinsic::x86_avx2_pmadd_wd;
  else if (pieceLanes == laneCount && pieceLanes == 16)
    instruction = Intrinsic::x86_avx512_pmaddw_d_512;
  if (instruction != Intrinsic::not_intrinsic)
    return builder.CreateIntrinsic(instruction, {halvesX, halvesY});

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

void MadLowering::lowerRows(unsigned first, unsigned end, ArrayRef<MatrixStep> steps) {
  SmallVector<Value *> sums;
  for (unsigned row = first; row < end; ++row)
    for (unsigned piece = 0; piece < piecesPerRow; ++piece)
      sums.push_back(loadAccumulator(row, piece));
  for (const MatrixStep &step : steps) {
    unsigned index = 0;
    for (unsigned row = first; row < end; ++row) {
      Value *element = broadcastOfA(row, step);
      for (unsigned piece = 0; piece < piecesPerRow; ++piece, ++index)
        sums[index] = multiplyAdd(element, piecesOfB(step, piece), sums[index]);
    }
  }
  for (Value *sum : sums)
    results.push_back(storeAccumulator(sum));
}

bool lowerFunction(Function &function, const Registers &registers) {
  SmallVector<CallBase *> calls;
  for (Instruction &instruction : instructions(function))
    if (internalOp(instruction) == InternalOp::simdMatrixMad)
      calls.push_back(cast<CallBase>(&instruction));
  if (calls.empty())
    return false;

  Scratch scratch(function);
  const BasicBlock *block = nullptr;
  for (CallBase *call : calls) {
    if (call->getParent() != block) {
      block = call->getParent();
      scratch.enterBlock();
    }
    MadLowering(*call, registers, scratch).run();
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
    if (!lowerFunction(function, Registers(target)))
      continue;
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    functionAnalyses.invalidate(function, kept);
    changed = true;
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserve<FunctionAnalysisManagerModuleProxy>();
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
