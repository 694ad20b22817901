#include "compiler/workgroup/count_operations.hpp"

#include "compiler/ir/address_space.hpp"
#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/ir/kernel_info.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/ir/remarks.hpp"
#include "compiler/workgroup/argument_numbers.hpp"
#include "runtime/abi/operations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What one instruction does. Bits of `unknown` are quantities of which that is not known.
struct Work {
  std::array<std::uint64_t, heddleQuantities> ofWorkItem{}, ofSubGroup{};
  unsigned unknown = 0;

  /// A bit for each that there is something of.
  unsigned quantities() const {
    unsigned bits = 0;
    for (unsigned i = 0; i < heddleQuantities; ++i)
      if (ofWorkItem[i] != 0 || ofSubGroup[i] != 0)
        bits |= 1u << i;
    return bits;
  }
  void add(const Work &other) {
    for (unsigned i = 0; i < heddleQuantities; ++i) {
      ofWorkItem[i] += other.ofWorkItem[i];
      ofSubGroup[i] += other.ofSubGroup[i];
    }
    unknown |= other.unknown;
  }
};

/// Where SPIR-V has UniformConstant.
constexpr unsigned inConstant = 2;

/// On the function: what it knows, in words.
constexpr char textAttribute[] = "heddle-known-of-launch";

constexpr unsigned bit(unsigned quantity) { return 1u << quantity; }
constexpr unsigned ofNumbers = bit(heddleFloatOperations) | bit(heddleIntegerProducts);
constexpr unsigned ofBytes = bit(heddleBytesRead) | bit(heddleBytesWritten);

std::uint64_t elements(const Type *type) {
  const auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

Work unknownWork(unsigned quantities) {
  Work work;
  work.unknown = quantities;
  return work;
}

/// Of an access of a work-item, of so many bytes.
Work access(const Value &pointer, std::uint64_t bytes, unsigned quantities) {
  Work work;
  const unsigned space = pointer.getType()->getPointerAddressSpace();
  if (space == isGeneric)
    return unknownWork(quantities);
  if (space != inGlobal && space != inConstant)
    return work;
  for (unsigned quantity : {heddleBytesRead, heddleBytesWritten})
    if (quantities & bit(quantity))
      work.ofWorkItem[quantity] = bytes;
  return work;
}

class KernelWork {
public:
  explicit KernelWork(const Function &kernel) : kernel(kernel), layout(kernel.getDataLayout()) {}

  Work of(const Instruction &instruction) const;

private:
  Work ofCall(const CallBase &call) const;
  Work ofIntrinsic(const IntrinsicInst &call) const;
  Work ofOperation(const CallBase &call, InternalOp op) const;
  Work product(std::uint64_t rows, std::uint64_t columns, std::uint64_t depth, bool floats) const;
  std::uint64_t bytes(const Type *type) const {
    return layout.getTypeStoreSize(const_cast<Type *>(type)).getFixedValue();
  }

  const Function &kernel;
  const DataLayout &layout;
};

Work KernelWork::of(const Instruction &instruction) const {
  Work work;
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
    work.ofWorkItem[heddleFloatOperations] = elements(instruction.getType());
    return work;
  case Instruction::FRem:
    return unknownWork(bit(heddleFloatOperations));
  case Instruction::Load:
    return access(*cast<LoadInst>(instruction).getPointerOperand(), bytes(instruction.getType()),
                  bit(heddleBytesRead));
  case Instruction::Store: {
    const auto &store = cast<StoreInst>(instruction);
    return access(*store.getPointerOperand(), bytes(store.getValueOperand()->getType()),
                  bit(heddleBytesWritten));
  }
  case Instruction::AtomicRMW: {
    const auto &atomic = cast<AtomicRMWInst>(instruction);
    work = access(*atomic.getPointerOperand(), bytes(atomic.getType()), ofBytes);
    if (atomic.isFloatingPointOperation())
      work.unknown |= bit(heddleFloatOperations);
    return work;
  }
  // Whether it writes, the memory says.
  case Instruction::AtomicCmpXchg:
    return unknownWork(ofBytes);
  case Instruction::Call:
    return ofCall(cast<CallBase>(instruction));
  default:
    return work;
  }
}

Work KernelWork::ofCall(const CallBase &call) const {
  if (const std::optional<InternalOp> op = internalOp(call))
    return ofOperation(call, *op);
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return ofIntrinsic(*intrinsic);
  return unknownWork(call.doesNotAccessMemory() ? ofNumbers : ofNumbers | ofBytes);
}

Work KernelWork::ofIntrinsic(const IntrinsicInst &call) const {
  Work work;
  switch (call.getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    work.ofWorkItem[heddleFloatOperations] = 2 * elements(call.getType());
    return work;
  // These compute nothing that counts.
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::canonicalize:
    return work;
  case Intrinsic::memcpy:
  case Intrinsic::memmove: {
    const auto &copy = cast<MemTransferInst>(call);
    const auto *count = dyn_cast<ConstantInt>(copy.getLength());
    if (!count)
      return unknownWork(ofBytes);
    work = access(*copy.getRawSource(), count->getZExtValue(), bit(heddleBytesRead));
    work.add(access(*copy.getRawDest(), count->getZExtValue(), bit(heddleBytesWritten)));
    return work;
  }
  case Intrinsic::memset: {
    const auto &fill = cast<MemSetInst>(call);
    const auto *count = dyn_cast<ConstantInt>(fill.getLength());
    return count ? access(*fill.getRawDest(), count->getZExtValue(), bit(heddleBytesWritten))
                 : unknownWork(ofBytes);
  }
  default:
    break;
  }
  if (call.isAssumeLikeIntrinsic())
    return work;
  work.unknown = call.getType()->isFPOrFPVectorTy() ? bit(heddleFloatOperations) : 0;
  if (!call.doesNotAccessMemory())
    work.unknown |= ofBytes;
  return work;
}

Work KernelWork::product(std::uint64_t rows, std::uint64_t columns, std::uint64_t depth,
                         bool floats) const {
  Work work;
  work.ofSubGroup[floats ? heddleFloatOperations : heddleIntegerProducts] =
      2 * rows * columns * depth;
  return work;
}

Work KernelWork::ofOperation(const CallBase &call, InternalOp op) const {
  Work work;
  switch (op) {
  case InternalOp::matrixMad: {
    const unsigned size = subGroupSize(kernel);
    const MatrixOperation product =
        matrixOperation(call, size ? std::optional<unsigned>(size) : std::nullopt);
    return this->product(product.m, product.n, product.k, !isInteger(product.a));
  }
  case InternalOp::cooperativeMad: {
    const CooperativeProduct product = cooperativeProduct(call);
    constexpr unsigned integers = matrixAInt8 | matrixAInt4 | matrixAInt2;
    return this->product(product.rows, product.columns, product.depth,
                         product.operands & elementwiseProducts
                             ? call.getType()->isFPOrFPVectorTy()
                             : (product.operands & integers) == 0);
  }
  case InternalOp::cooperativeLoad:
  case InternalOp::cooperativeStore: {
    const bool isLoad = op == InternalOp::cooperativeLoad;
    const unsigned quantity = isLoad ? heddleBytesRead : heddleBytesWritten;
    const unsigned space = call.getArgOperand(0)->getType()->getPointerAddressSpace();
    if (space == inLocal)
      return work;
    if (!isUnbounded(call) || space == isGeneric)
      return unknownWork(bit(quantity));
    const MatrixAccess matrix = matrixAccess(call);
    work.ofSubGroup[quantity] = std::uint64_t(matrix.lines()) * matrix.lineBytes();
    return work;
  }
  case InternalOp::blockRead:
    return access(*call.getArgOperand(0), bytes(call.getType()), bit(heddleBytesRead));
  case InternalOp::blockWrite:
    return access(*call.getArgOperand(0), bytes(call.getArgOperand(1)->getType()),
                  bit(heddleBytesWritten));
  // At the edges of a matrix or image there is less.
  case InternalOp::blockLoad2d:
  case InternalOp::blockRead2d:
  case InternalOp::imageRead:
  case InternalOp::imageBlockRead:
    return unknownWork(bit(heddleBytesRead));
  case InternalOp::blockStore2d:
  case InternalOp::blockWrite2d:
  case InternalOp::imageWrite:
  case InternalOp::imageBlockWrite:
    return unknownWork(bit(heddleBytesWritten));
  case InternalOp::workGroupCopy:
    return unknownWork(ofBytes);
  case InternalOp::subGroupReduce:
  case InternalOp::subGroupScanInclusive:
  case InternalOp::subGroupScanExclusive:
  case InternalOp::subGroupClusteredReduce:
  case InternalOp::workGroupReduce:
  case InternalOp::workGroupScanInclusive:
  case InternalOp::workGroupScanExclusive:
    return unknownWork(call.getType()->isFPOrFPVectorTy() ? bit(heddleFloatOperations) : 0);
  default:
    return work;
  }
}

/// How often blocks run, each time that a work-item runs the kernel.
class Runs {
public:
  Runs(Function &kernel, FunctionAnalysisManager &analyses)
      : loops(analyses.getResult<LoopAnalysis>(kernel)),
        dominators(analyses.getResult<DominatorTreeAnalysis>(kernel)),
        evolution(analyses.getResult<ScalarEvolutionAnalysis>(kernel)) {
    for (BasicBlock &block : kernel)
      if (isa<ReturnInst>(block.getTerminator()))
        ends.push_back(&block);
  }

  /// The factors of the number; nothing if it is not known.
  std::optional<SmallVector<TripCount>> of(const BasicBlock &block) const;

private:
  /// Whether a round of the loop, or the kernel, cannot do without the block.
  bool isInEveryRound(const BasicBlock &block, const Loop *loop) const;

  const LoopInfo &loops;
  const DominatorTree &dominators;
  ScalarEvolution &evolution;
  SmallVector<const BasicBlock *> ends;
};

bool Runs::isInEveryRound(const BasicBlock &block, const Loop *loop) const {
  if (loop)
    return loop->getLoopLatch() && dominators.dominates(&block, loop->getLoopLatch());
  return all_of(ends, [&](const BasicBlock *end) { return dominators.dominates(&block, end); });
}

std::optional<SmallVector<TripCount>> Runs::of(const BasicBlock &block) const {
  SmallVector<TripCount> factors;
  const BasicBlock *inside = &block;
  for (const Loop *loop = loops.getLoopFor(&block);; loop = loop->getParentLoop()) {
    const BasicBlock *exiting = loop ? loop->getExitingBlock() : nullptr;
    // In front of the way out it also runs in the last round, which goes no further.
    const bool beforeExit = exiting && dominators.dominates(inside, exiting);
    if (!beforeExit && !isInEveryRound(*inside, loop))
      return std::nullopt;
    if (!loop)
      return factors;
    const SCEV *rounds = exiting ? evolution.getBackedgeTakenCount(loop) : nullptr;
    if (!rounds || isa<SCEVCouldNotCompute>(rounds))
      return std::nullopt;
    factors.push_back({rounds, beforeExit});
    inside = loop->getHeader();
  }
}

/// Of which something is done so often.
struct Term {
  SmallVector<TripCount> runs;
  Work work;
};

/// What is done in the kernel, or in a copy of it, how often.
struct Count {
  SmallVector<Term> terms;
  unsigned known = 0, done = 0;
};

/// "4 bytes read", or without the number where a loop's rounds are in it.
std::string textOf(const Count &count, unsigned quantity, bool ofSubGroup) {
  constexpr const char *names[] = {"floating-point operations", "operations of integer matrices",
                                   "bytes read", "bytes written"};
  std::uint64_t number = 0;
  bool isConstant = true;
  for (const Term &term : count.terms) {
    std::uint64_t each = (ofSubGroup ? term.work.ofSubGroup : term.work.ofWorkItem)[quantity];
    for (const TripCount &rounds : term.runs) {
      const auto *constant = dyn_cast<SCEVConstant>(rounds.backEdges);
      isConstant &= each == 0 || constant;
      if (constant)
        each *= constant->getAPInt().getZExtValue() + (rounds.andOnceMore ? 1 : 0);
    }
    number += each;
  }
  if (number == 0)
    return "";
  return (isConstant ? std::to_string(number) + " " : "") + names[quantity] +
         (ofSubGroup ? " a sub-group" : " a work-item") + (isConstant ? "" : " by its arguments");
}

/// All of it, for who reads.
std::string textOf(const Count &count) {
  SmallVector<std::string> texts;
  for (unsigned quantity = 0; quantity < heddleQuantities; ++quantity)
    for (const bool ofSubGroup : {false, true})
      if (std::string text = textOf(count, quantity, ofSubGroup);
          (count.known & bit(quantity)) && !text.empty())
        texts.push_back(std::move(text));
  return join(texts, ", ");
}

/// Writes the function, if there is something to say.
void addFunction(const Function &kernel, const Count &count, const Twine &name) {
  const unsigned known = count.known;
  if ((known & count.done) == 0)
    return;
  Module &module = *const_cast<Module *>(kernel.getParent());
  LLVMContext &context = module.getContext();
  auto *const pointer = PointerType::get(context, inPrivate);
  auto *const function =
      Function::Create(FunctionType::get(Type::getInt32Ty(context), {pointer, pointer}, false),
                       GlobalValue::ExternalLinkage, name, module);
  function->addFnAttr(Attribute::NoUnwind);
  // It runs once in a launch that somebody watches, and is not worth the time of a pass.
  function->addFnAttr(Attribute::OptimizeNone);
  function->addFnAttr(Attribute::NoInline);
  if (remarksWanted(context))
    function->addFnAttr(textAttribute, textOf(count));
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  ArgumentNumbers numbers(kernel, builder, *function->getArg(0));

  constexpr unsigned all = 2 * heddleQuantities;
  std::array<Value *, all> sums{};
  for (const Term &term : count.terms) {
    Value *runs = builder.getInt64(1);
    for (const TripCount &count : term.runs)
      runs = builder.CreateMul(runs, numbers.rounds(count));
    for (unsigned i = 0; i < all; ++i) {
      const unsigned quantity = i % heddleQuantities;
      const std::uint64_t each =
          i < heddleQuantities ? term.work.ofWorkItem[quantity] : term.work.ofSubGroup[quantity];
      if (each == 0 || !(known & bit(quantity)))
        continue;
      Value *done = builder.CreateMul(runs, builder.getInt64(each));
      sums[i] = sums[i] ? builder.CreateAdd(sums[i], done) : done;
    }
  }
  for (unsigned i = 0; i < all; ++i)
    if (sums[i])
      builder.CreateAlignedStore(
          sums[i], builder.CreateConstGEP1_64(builder.getInt64Ty(), function->getArg(1), i),
          Align(8));
  builder.CreateRet(builder.getInt32(known));
}

Count count(Function &kernel, FunctionAnalysisManager &analyses) {
  const KernelWork work(kernel);
  const Runs runs(kernel, analyses);
  Count result;
  unsigned unknown = 0;
  for (BasicBlock &block : kernel) {
    Term term;
    for (const Instruction &instruction : block)
      term.work.add(work.of(instruction));
    unknown |= term.work.unknown;
    const unsigned quantities = term.work.quantities();
    result.done |= quantities;
    if (quantities == 0)
      continue;
    std::optional<SmallVector<TripCount>> factors = runs.of(block);
    if (factors && all_of(*factors, [&](const TripCount &rounds) {
          return ArgumentNumbers::canWrite(kernel, *rounds.backEdges);
        })) {
      term.runs = std::move(*factors);
      result.terms.push_back(std::move(term));
    } else {
      unknown |= quantities;
    }
  }
  result.known = (ofNumbers | ofBytes) & ~unknown;
  return result;
}

/// What loops are compared with in each round.
void forEachLimit(LoopInfo &loops, function_ref<void(Loop &, Value &)> use) {
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *exiting = loop->getExitingBlock();
    auto *branch = exiting ? dyn_cast<BranchInst>(exiting->getTerminator()) : nullptr;
    auto *compare =
        branch && branch->isConditional() ? dyn_cast<ICmpInst>(branch->getCondition()) : nullptr;
    if (!compare)
      continue;
    for (Value *operand : compare->operands())
      use(*loop, *operand);
  }
}

/// Whether the value is the same in all rounds, or is computed of what is.
bool isInvariant(const Loop &loop, const Value &value, unsigned depth = 0) {
  constexpr unsigned deepest = 6;
  if (loop.isLoopInvariant(&value))
    return true;
  const auto &instruction = cast<Instruction>(value);
  return depth < deepest && isSafeToSpeculativelyExecute(&instruction) &&
         !instruction.mayReadFromMemory() &&
         all_of(
             instruction.operands(),
             [&](const Use &operand) { return isInvariant(loop, *operand, depth + 1); });
}

/// Whether a loop computes such a limit in each round, as in `k < columns / 16`.
bool hasLimitsToHoist(LoopInfo &loops) {
  bool found = false;
  forEachLimit(loops, [&](Loop &loop, Value &limit) {
    found |= !loop.isLoopInvariant(&limit) && isInvariant(loop, limit);
  });
  return found;
}

void hoistLimits(LoopInfo &loops) {
  forEachLimit(loops, [](Loop &loop, Value &limit) {
    bool changed = false;
    loop.makeLoopInvariant(&limit, changed);
  });
}

void addFunctionOf(Function &kernel, FunctionAnalysisManager &analyses) {
  const std::string name = kernel.getName().str() + operationsSuffix;
  const Count found = count(kernel, analyses);
  if ((found.done & ~found.known) == 0 ||
      !hasLimitsToHoist(analyses.getResult<LoopAnalysis>(kernel)))
    return addFunction(kernel, found, name);
  // The rest of the compiler wants the kernel as it is.
  ValueToValueMapTy values;
  Function *copy = CloneFunction(&kernel, values);
  hoistLimits(analyses.getResult<LoopAnalysis>(*copy));
  analyses.invalidate(*copy, PreservedAnalyses::none());
  addFunction(*copy, count(*copy, analyses), name);
  analyses.clear(*copy, copy->getName());
  copy->eraseFromParent();
}

} // namespace

std::string knownOfLaunch(const Module &module, StringRef kernel) {
  const Function *function = module.getFunction((kernel + operationsSuffix).str());
  return function ? function->getFnAttribute(textAttribute).getValueAsString().str() : "";
}

PreservedAnalyses CountOperationsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  FunctionAnalysisManager &ofFunctions =
      analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (!function.isDeclaration() && isKernel(function))
      kernels.push_back(&function);
  for (Function *kernel : kernels)
    addFunctionOf(*kernel, ofFunctions);
  return PreservedAnalyses::all();
}

} // namespace heddle::compiler
