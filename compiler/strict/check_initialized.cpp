// A value that was read carries with it whether it was written: an i1, or one for each element of a
// vector. Only values that come from such a read have one; bit operations end it, since parts of a
// word may be fields of their own.
//
// Of variables that are in registers, mark-unset-variables has left unset values. They are followed
// in the same way; of a field of a structure a store of the field itself is part of a copy of the
// structure. Undefined values that a module has of its own are followed to matrix functions alone:
// there, they are sums that nobody has set to zero. Elsewhere they may be what nobody looks at.
#include "compiler/strict/check_initialized.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"
#include "compiler/strict/unset_values.hpp"
#include "compiler/strict/written_in_full.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned globalAddressSpace = 1, localAddressSpace = 3;
/// Larger variables are not looked at: their second one would not have room on the stack.
constexpr std::uint64_t mostBytes = 1 << 14;

/// A variable, and the one that says which of its bytes were written.
struct Variable {
  AllocaInst *memory, *written = nullptr;
  std::uint64_t bytes;
  SmallVector<Instruction *> accesses; ///< loads, stores, copies, calls, lifetimes
};

class InitializationChecker {
public:
  InitializationChecker(Function &kernel, LoopAnalyses analyses)
      : kernel(kernel), layout(kernel.getParent()->getDataLayout()), analyses(analyses) {}

  bool run() {
    for (Instruction &instruction : kernel.getEntryBlock())
      if (auto *memory = dyn_cast<AllocaInst>(&instruction))
        consider(*memory);
    followAll();
    if (sources.empty() && sinks.empty())
      return false;
    for (auto &[memory, variable] : variables)
      makeSecond(variable);
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&kernel))
      for (Instruction &instruction : make_early_inc_range(*block))
        visit(instruction);
    for (auto [phi, known] : phis)
      for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
        known->addIncoming(knownOf(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
    for (const Sink &sink : sinks)
      check(sink);
    return true;
  }

private:
  /// All but variables that nothing unwritten is ever read from, though some of what is read
  /// elsewhere may be stored there.
  void followAll() {
    SmallPtrSet<AllocaInst *, 16> full;
    for (auto &[memory, variable] : variables)
      if (isWrittenInFull(*memory, variable.bytes, variable.accesses, analyses))
        full.insert(memory);
    do {
      sources.clear();
      sinks.clear();
      seenSinks.clear();
      for (auto &[memory, variable] : variables)
        if (!full.contains(memory))
          for (Instruction *access : variable.accesses)
            if (auto *load = dyn_cast<LoadInst>(access); load && canBeKnown(load->getType()))
              follow(*load, memory);
      for (Instruction &instruction : instructions(kernel))
        if (isUnset(instruction))
          follow(instruction, &instruction);
      for (Instruction &instruction : instructions(kernel))
        for (const Use &matrix : matricesOf(instruction))
          followUndefined(instruction, *matrix.get());
    } while (leaveOutWhatGets(full));
    variables.remove_if([&](const auto &entry) { return full.contains(entry.first); });
  }

  /// Takes out of the variables those in which something is stored that may not be written.
  bool leaveOutWhatGets(SmallPtrSetImpl<AllocaInst *> &full) const {
    const auto mayBeUnwritten = [&](Instruction *access) {
      if (auto *store = dyn_cast<StoreInst>(access))
        return !storesNothing(*store) && sources.contains(store->getValueOperand());
      const auto *transfer = dyn_cast<MemTransferInst>(access);
      const Variable *from = transfer ? variableOf(transfer->getRawSource()) : nullptr;
      return from && !full.contains(from->memory);
    };
    SmallVector<AllocaInst *> left;
    for (AllocaInst *memory : full)
      if (any_of(variables.find(memory)->second.accesses, mayBeUnwritten))
        left.push_back(memory);
    for (AllocaInst *memory : left)
      full.erase(memory);
    return !left.empty();
  }

  struct Sink {
    Instruction *where;
    Value *value;
    bool wantsAll; ///< else one element is enough
  };

  bool canBeKnown(Type *type) const {
    Type *element = type->getScalarType();
    return !isa<ScalableVectorType>(type) &&
           (element->isIntegerTy() || element->isFloatingPointTy()) &&
           layout.getTypeSizeInBits(element) % 8 == 0 &&
           layout.getTypeSizeInBits(element) == layout.getTypeStoreSizeInBits(element);
  }

  Type *knownType(Type *type) const {
    Type *i1 = Type::getInt1Ty(kernel.getContext());
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      return FixedVectorType::get(i1, vector->getNumElements());
    return i1;
  }

  /// What is known of all uses of the variable, unless a pointer to it gets away.
  void consider(AllocaInst &memory) {
    std::optional<TypeSize> size = memory.getAllocationSize(layout);
    if (!memory.isStaticAlloca() || !size || size->isScalable() || size->getFixedValue() == 0 ||
        size->getFixedValue() > mostBytes)
      return;
    Variable variable{&memory, nullptr, size->getFixedValue(), {}};
    SmallVector<Value *> pointers{&memory};
    bool isRead = false;
    while (!pointers.empty()) {
      Value *pointer = pointers.pop_back_val();
      for (User *user : pointer->users()) {
        auto *instruction = dyn_cast<Instruction>(user);
        if (!instruction)
          return;
        if (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(instruction)) {
          if (instruction->getType()->isVectorTy())
            return;
          pointers.push_back(instruction);
          continue;
        }
        auto *store = dyn_cast<StoreInst>(instruction);
        if (store && store->getValueOperand() == pointer)
          return;
        if (isa<PtrToIntInst, ICmpInst>(instruction))
          continue;
        if (!isa<LoadInst, StoreInst, CallInst>(instruction))
          return;
        isRead |= isa<LoadInst>(instruction);
        if (!is_contained(variable.accesses, instruction))
          variable.accesses.push_back(instruction);
      }
    }
    if (isRead)
      variables.insert({&memory, std::move(variable)});
  }

  /// What a matrix function takes.
  static iterator_range<const Use *> matricesOf(const Instruction &instruction) {
    const auto *call = dyn_cast<CallInst>(&instruction);
    const std::optional<InternalOp> op = internalOp(instruction);
    constexpr unsigned factorsAndSums = 3;
    if (op == InternalOp::matrixMad || op == InternalOp::cooperativeMad)
      return {call->arg_begin(), call->arg_begin() + factorsAndSums};
    if (op == InternalOp::cooperativeStore)
      return {call->arg_end() - 1, call->arg_end()};
    return {nullptr, nullptr};
  }

  /// From a matrix back to the undefined values that it is made of, and from there on to it.
  void followUndefined(Instruction &function, Value &matrix) {
    if (isa<UndefValue>(matrix)) {
      sinks.push_back({&function, &matrix, wantsAllOf(function)});
      return;
    }
    SmallVector<Value *> values{&matrix};
    SmallPtrSet<const Value *, 16> seen;
    while (!values.empty()) {
      auto *value = dyn_cast<Instruction>(values.pop_back_val());
      if (!value || !passesOn(*value) || !seen.insert(value).second)
        continue;
      if (any_of(value->operands(), [](const Use &use) { return isa<UndefValue>(use); }))
        follow(*value, nullptr);
      append_range(values, value->operands());
    }
  }

  /// Cooperative matrices have components that belong to no element.
  static bool wantsAllOf(const Instruction &function) {
    return internalOp(function) == InternalOp::matrixMad;
  }

  /// All that is computed from a value, and what it decides on. `variable` is the memory that it
  /// was read from, or what was never set; without one it is an undefined value.
  void follow(Instruction &source, Instruction *variable) {
    SmallVector<Instruction *> values{&source};
    while (!values.empty()) {
      Instruction *value = values.pop_back_val();
      if (!sources.insert({value, variable}).second)
        continue;
      for (User *user : value->users()) {
        auto *instruction = cast<Instruction>(user);
        noteSink(*instruction, value, /*isUndefined=*/!variable);
        if (passesOn(*instruction) || (variable && takesBits(*instruction, *variable)))
          values.push_back(instruction);
      }
    }
  }

  bool passesOn(const Instruction &instruction) const {
    if (!canBeKnown(instruction.getType()) && !instruction.getType()->isIntOrIntVectorTy(1))
      return false;
    if (isa<PHINode, SelectInst, InsertElementInst, ExtractElementInst, ShuffleVectorInst, CmpInst,
            FreezeInst, UnaryOperator>(instruction))
      return true;
    if (auto *cast = dyn_cast<CastInst>(&instruction))
      return knownType(cast->getSrcTy()) == knownType(cast->getDestTy());
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction))
      return !binary->isBitwiseLogicOp() && !binary->isShift();
    auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return intrinsic && isTriviallyVectorizable(intrinsic->getIntrinsicID());
  }

  /// A part of a value: of one that was never set, or of what was read from memory, of which some
  /// bytes may have been written. What combines two values may take all bits from one.
  static bool takesBits(const Instruction &instruction, const Instruction &variable) {
    auto *binary = dyn_cast<BinaryOperator>(&instruction);
    if (!binary || !isa<Constant>(binary->getOperand(1)))
      return false;
    if (isUnset(variable))
      return binary->getOpcode() == Instruction::And || binary->isShift();
    return isMaskOfLoad(*binary);
  }
  static bool isMaskOfLoad(const BinaryOperator &binary) {
    return binary.getOpcode() == Instruction::And && isa<LoadInst>(binary.getOperand(0)) &&
           isa<ConstantInt>(binary.getOperand(1));
  }

  void noteSink(Instruction &user, Value *value, bool isUndefined) {
    const auto add = [&](bool wantsAll) {
      if (seenSinks.insert({&user, value}).second)
        sinks.push_back({&user, value, wantsAll});
    };
    if (any_of(matricesOf(user), [&](const Use &matrix) { return matrix == value; })) {
      add(wantsAllOf(user));
    } else if (isUndefined) {
      return;
    } else if (auto *store = dyn_cast<StoreInst>(&user)) {
      const unsigned space = store->getPointerAddressSpace();
      if (store->getValueOperand() == value &&
          (space == globalAddressSpace || space == localAddressSpace) && !copiesField(*value))
        add(false);
    } else if (internalOp(user) == InternalOp::print) {
      add(true);
    } else if (isa<BranchInst, SwitchInst, GetElementPtrInst, AtomicRMWInst, AtomicCmpXchgInst>(
                   user)) {
      if (!value->getType()->isVectorTy())
        add(true);
    }
  }

  /// Whether a field that nobody has set may come here as it is.
  static bool copiesField(Value &copied) {
    SmallVector<Value *> values{&copied};
    SmallPtrSet<const Value *, 16> seen;
    while (!values.empty()) {
      auto *value = dyn_cast<Instruction>(values.pop_back_val());
      if (!value || !seen.insert(value).second)
        continue;
      if (isUnsetField(*value))
        return true;
      if (isa<PHINode, SelectInst, InsertElementInst, ExtractElementInst, ShuffleVectorInst,
              CastInst, FreezeInst>(value))
        append_range(values, value->operands());
    }
    return false;
  }

  void makeSecond(Variable &variable) {
    IRBuilder<> builder(variable.memory);
    variable.written = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), variable.bytes),
                                            nullptr, variable.memory->getName() + ".written");
    variable.written->setAlignment(variable.memory->getAlign());
    setWritten(builder, variable, 0);
  }
  void setWritten(IRBuilder<> &builder, const Variable &variable, std::uint8_t to) {
    builder.CreateMemSet(variable.written, builder.getInt8(to), variable.bytes,
                         variable.written->getAlign());
  }

  const Variable *variableOf(Value *pointer) const {
    for (;;) {
      if (auto *memory = dyn_cast<AllocaInst>(pointer)) {
        auto found = variables.find(memory);
        return found == variables.end() ? nullptr : &found->second;
      }
      if (!isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(pointer))
        return nullptr;
      pointer = cast<Instruction>(pointer)->getOperand(0);
    }
  }

  /// What lies in the second variable where the pointer leads to in the first. Never outside.
  Value *secondOf(IRBuilder<> &builder, const Variable &variable, Value *pointer,
                  std::uint64_t bytes) {
    Value *offset = builder.getInt64(0);
    for (Value *at = pointer; at != variable.memory; at = cast<Instruction>(at)->getOperand(0))
      if (auto *gep = dyn_cast<GetElementPtrInst>(at))
        offset = builder.CreateAdd(
            offset,
            builder.CreateSExtOrTrunc(emitGEPOffset(&builder, layout, gep, /*NoAssumptions=*/true),
                                      builder.getInt64Ty()));
    if (bytes > variable.bytes)
      return nullptr;
    offset = builder.CreateBinaryIntrinsic(Intrinsic::umin, offset,
                                           builder.getInt64(variable.bytes - bytes));
    return builder.CreatePtrAdd(variable.written, offset);
  }

  /// A byte for each of the value.
  Type *bytesType(std::uint64_t bytes) const {
    return FixedVectorType::get(Type::getInt8Ty(kernel.getContext()), static_cast<unsigned>(bytes));
  }

  void visit(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return visitLoad(*load);
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return visitStore(*store);
    if (auto *call = dyn_cast<CallInst>(&instruction))
      visitCall(*call);
    if (sources.contains(&instruction) && !isUnset(instruction))
      known[&instruction] = knownOfResult(instruction);
  }

  void visitLoad(LoadInst &load) {
    const Variable *variable = variableOf(load.getPointerOperand());
    if (!variable || !canBeKnown(load.getType()))
      return;
    IRBuilder<> builder(&load);
    const std::uint64_t bytes = layout.getTypeStoreSize(load.getType()).getFixedValue();
    Value *second = secondOf(builder, *variable, load.getPointerOperand(), bytes);
    if (!second)
      return;
    Type *element = builder.getIntNTy(
        static_cast<unsigned>(layout.getTypeSizeInBits(load.getType()->getScalarType())));
    Type *type = element;
    if (auto *vector = dyn_cast<FixedVectorType>(load.getType()))
      type = FixedVectorType::get(element, vector->getNumElements());
    Value *written = builder.CreateAlignedLoad(type, second, Align(1));
    writtenBytes[&load] = written;
    known[&load] = builder.CreateICmpEQ(written, Constant::getAllOnesValue(type), "is_written");
  }

  void visitStore(StoreInst &store) {
    const Variable *variable = variableOf(store.getPointerOperand());
    if (!variable)
      return;
    IRBuilder<> builder(&store);
    Value *value = store.getValueOperand();
    const std::uint64_t bytes = layout.getTypeStoreSize(value->getType()).getFixedValue();
    Value *second = secondOf(builder, *variable, store.getPointerOperand(), bytes);
    if (!second)
      return;
    Value *written = Constant::getAllOnesValue(bytesType(bytes));
    if (canBeKnown(value->getType())) {
      Type *element = builder.getIntNTy(
          static_cast<unsigned>(layout.getTypeSizeInBits(value->getType()->getScalarType())));
      Type *type = element;
      if (auto *vector = dyn_cast<FixedVectorType>(value->getType()))
        type = FixedVectorType::get(element, vector->getNumElements());
      Value *isKnown = knownOf(value);
      if (!isa<Constant>(isKnown) || !cast<Constant>(isKnown)->isAllOnesValue())
        written = builder.CreateSExt(isKnown, type);
    }
    builder.CreateAlignedStore(written, second, Align(1));
  }

  void visitCall(CallInst &call) {
    IRBuilder<> builder(&call);
    if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(&call)) {
      if (const Variable *variable = variableOf(call.getArgOperand(call.arg_size() - 1));
          variable && lifetime->getIntrinsicID() == Intrinsic::lifetime_start) {
        builder.SetInsertPoint(call.getNextNode());
        setWritten(builder, *variable, 0);
      }
      return;
    }
    if (auto *moves = dyn_cast<MemIntrinsic>(&call))
      return visitMove(*moves);
    for (Value *argument : call.args())
      if (argument->getType()->isPointerTy())
        if (const Variable *variable = variableOf(argument))
          setWritten(builder, *variable, 0xFF);
  }

  /// A copy of bytes takes along which of them were written.
  void visitMove(MemIntrinsic &moves) {
    const Variable *to = variableOf(moves.getRawDest());
    if (!to)
      return;
    IRBuilder<> builder(&moves);
    auto *length = dyn_cast<ConstantInt>(moves.getLength());
    Value *second =
        length ? secondOf(builder, *to, moves.getRawDest(), length->getZExtValue()) : nullptr;
    if (!second)
      return setWritten(builder, *to, 0xFF);
    if (auto *transfer = dyn_cast<MemTransferInst>(&moves))
      if (const Variable *from = variableOf(transfer->getRawSource()))
        if (Value *source =
                secondOf(builder, *from, transfer->getRawSource(), length->getZExtValue())) {
          builder.CreateMemMove(second, Align(1), source, Align(1), length);
          return;
        }
    builder.CreateMemSet(second, builder.getInt8(0xFF), length, Align(1));
  }

  Value *knownOf(Value *value) {
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Type *type = knownType(value->getType());
    return isa<UndefValue>(value) || isUnset(*value) ? Constant::getNullValue(type)
                                                     : Constant::getAllOnesValue(type);
  }

  Value *knownOfResult(Instruction &instruction) {
    IRBuilder<> builder(&instruction);
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      PHINode *made = builder.CreatePHI(knownType(phi->getType()), phi->getNumIncomingValues());
      phis.emplace_back(phi, made);
      return made;
    }
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return knownOfSelect(builder, *select);
    if (auto *insert = dyn_cast<InsertElementInst>(&instruction))
      return builder.CreateInsertElement(knownOf(insert->getOperand(0)),
                                         knownOf(insert->getOperand(1)), insert->getOperand(2));
    if (auto *extract = dyn_cast<ExtractElementInst>(&instruction))
      return builder.CreateExtractElement(knownOf(extract->getVectorOperand()),
                                          extract->getIndexOperand());
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction))
      // What is nobody's element is nobody's mistake.
      return builder.CreateShuffleVector(knownOf(shuffle->getOperand(0)),
                                         knownOf(shuffle->getOperand(1)),
                                         withoutHoles(shuffle->getShuffleMask()));
    if (auto *binary = dyn_cast<BinaryOperator>(&instruction); binary && isMaskOfLoad(*binary))
      if (Value *written = writtenBytes.lookup(binary->getOperand(0)))
        return knownOfMask(builder, *written, cast<ConstantInt>(binary->getOperand(1))->getValue());
    Value *all = nullptr;
    for (Value *operand : instruction.operands())
      if (knownType(operand->getType()) == knownType(instruction.getType()) &&
          (known.contains(operand) || isUnset(*operand)))
        all = all ? builder.CreateAnd(all, knownOf(operand)) : knownOf(operand);
    return all ? all : Constant::getAllOnesValue(knownType(instruction.getType()));
  }

  /// Of the bytes that a mask has bits of.
  static Value *knownOfMask(IRBuilder<> &builder, Value &written, const APInt &mask) {
    APInt bytes(mask.getBitWidth(), 0);
    for (unsigned bit = 0; bit + 8 <= mask.getBitWidth(); bit += 8)
      if (!mask.extractBits(8, bit).isZero())
        bytes.setBits(bit, bit + 8);
    Value *wanted = ConstantInt::get(written.getType(), bytes);
    return builder.CreateICmpEQ(builder.CreateAnd(&written, wanted), wanted, "is_written");
  }

  /// The translator makes a number of a comparison by such a choice.
  Value *knownOfSelect(IRBuilder<> &builder, SelectInst &select) {
    Value *condition = select.getCondition();
    Value *chosen = builder.CreateSelect(condition, knownOf(select.getTrueValue()),
                                         knownOf(select.getFalseValue()));
    if (!known.contains(condition) && !isUnset(*condition))
      return chosen;
    Value *conditionKnown = knownOf(condition);
    auto *vector = dyn_cast<FixedVectorType>(chosen->getType());
    if (vector && !conditionKnown->getType()->isVectorTy())
      conditionKnown = builder.CreateVectorSplat(vector->getNumElements(), conditionKnown);
    return builder.CreateAnd(conditionKnown, chosen);
  }

  static SmallVector<int> withoutHoles(ArrayRef<int> mask) {
    SmallVector<int> result(mask);
    for (int &element : result)
      element = std::max(element, 0);
    return result;
  }

  void check(const Sink &sink) {
    if (!isa<UndefValue>(sink.value) && !known.contains(sink.value) && !isUnset(*sink.value))
      return;
    IRBuilder<> builder(sink.where);
    Value *isKnown = knownOf(sink.value);
    if (isKnown->getType()->isVectorTy())
      isKnown = sink.wantsAll ? builder.CreateAndReduce(isKnown) : builder.CreateOrReduce(isKnown);
    Value *isWrong = builder.CreateNot(isKnown);
    if (auto *constant = dyn_cast<Constant>(isWrong); constant && constant->isNullValue())
      return;
    Place place;
    place.kind = heddleFinding_uninitialized;
    if (const Instruction *variable = sources.lookup(sink.value))
      place.subject = unsetVariable(*variable).str();
    emitFinding(builder, isWrong, builder.getInt64(0), *sink.where, std::move(place));
  }

  Function &kernel;
  const DataLayout &layout;
  LoopAnalyses analyses;
  MapVector<AllocaInst *, Variable> variables;
  /// What carries whether it was written, and of which: a variable, or an unset value.
  MapVector<Value *, Instruction *> sources;
  SmallVector<Sink> sinks;
  SmallDenseSet<std::pair<Instruction *, Value *>, 16> seenSinks;
  DenseMap<Value *, Value *> known;
  DenseMap<Value *, Value *> writtenBytes; ///< of what is read from memory
  SmallVector<std::pair<PHINode *, PHINode *>> phis;
};

} // namespace

PreservedAnalyses CheckInitializedPass::run(Function &function, FunctionAnalysisManager &analyses) {
  bool changed = false;
  if (isKernel(function))
    changed =
        InitializationChecker(function, {analyses.getResult<DominatorTreeAnalysis>(function),
                                         analyses.getResult<LoopAnalysis>(function),
                                         analyses.getResult<ScalarEvolutionAnalysis>(function)})
            .run();
  changed |= forgetUnset(function);
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses kept;
  kept.preserveSet<CFGAnalyses>();
  return kept;
}

} // namespace heddle::compiler
