#include "compiler/strict/lower_findings.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What LLVM calls it that a call changes no register but for its result.
constexpr char keepsRegisters[] = "no_caller_saved_registers";

/// The HeddlePlaces of a module.
class PlaceRecords {
public:
  explicit PlaceRecords(Module &module) : module(module), builder(module.getContext()) {}

  GlobalVariable *find(StringRef kernel, const Value &number, unsigned lanes) {
    GlobalVariable *&record = records[{kernel.str(), cast<ConstantInt>(number).getZExtValue()}];
    if (!record)
      record = make(kernel, placeNumbered(module, number), lanes);
    return record;
  }

private:
  Constant *text(StringRef content) {
    GlobalVariable *&variable = texts[content.str()];
    if (!variable) {
      Constant *bytes = ConstantDataArray::getString(module.getContext(), content);
      variable = new GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                    GlobalValue::PrivateLinkage, bytes, "place_text");
      variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    }
    return variable;
  }

  GlobalVariable *make(StringRef kernel, const Place &place, unsigned lanes) {
    static_assert(offsetof(HeddlePlace, file) == 8 && offsetof(HeddlePlace, subject) == 16 &&
                  offsetof(HeddlePlace, bytes) == 24 && offsetof(HeddlePlace, objectSize) == 32);
    static_assert(offsetof(HeddlePlace, line) == 40 && offsetof(HeddlePlace, column) == 44 &&
                  offsetof(HeddlePlace, alignment) == 48 && offsetof(HeddlePlace, argument) == 52 &&
                  offsetof(HeddlePlace, kind) == 56 && offsetof(HeddlePlace, access) == 60 &&
                  offsetof(HeddlePlace, lanes) == 64 && offsetof(HeddlePlace, scope) == 68 &&
                  offsetof(HeddlePlace, ordered) == 70 && offsetof(HeddlePlace, reported) == 72 &&
                  sizeof(HeddlePlace) == 80);
    Constant *value = ConstantStruct::getAnon(
        {text(kernel), text(place.file), text(place.subject), builder.getInt64(place.bytes),
         builder.getInt64(place.objectSize), builder.getInt32(place.line),
         builder.getInt32(place.column), builder.getInt32(place.alignment),
         ConstantInt::getSigned(builder.getInt32Ty(), place.argument), builder.getInt32(place.kind),
         builder.getInt32(place.access), builder.getInt32(lanes),
         builder.getInt16(static_cast<std::uint16_t>(place.scope)),
         builder.getInt16(static_cast<std::uint16_t>(place.ordered)), builder.getInt64(0)});
    auto *record = new GlobalVariable(module, value->getType(), /*isConstant=*/false,
                                      GlobalValue::PrivateLinkage, value, "place");
    record->setAlignment(Align(alignof(HeddlePlace)));
    return record;
  }

  Module &module;
  IRBuilder<> builder;
  std::map<std::pair<std::string, std::uint64_t>, GlobalVariable *> records;
  std::map<std::string, GlobalVariable *> texts;
};

Value *fieldOfWorker(IRBuilder<> &builder, Value *worker, std::uint64_t offset, Type *type,
                     const Twine &name) {
  Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), worker, offset);
  LoadInst *load = builder.CreateAlignedLoad(type, slot, Align(8), name);
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  return load;
}

/// Functions that call the runtime for kernels: what is in registers stays there, and all that the
/// runtime wants to have in memory is put there by them. A long kernel has thousands of such calls,
/// hardly any of which is ever made. To save in front of each what is live, and to follow thousands
/// of uses of a few words of the stack, took most of the time of a build.
///
///   void (worker, place, lanes, three numbers of the work-group, first work-item, operands...)
class RuntimeCalls {
public:
  RuntimeCalls(Module &module, StringRef features)
      : module(module), features(features), builder(module.getContext()) {}

  /// Operands: a value, of all lanes or one for all.
  Function *found(Type *value) {
    Function *&helper = known[{nullptr, value}];
    if (!helper) {
      helper = begin("checks.found", {value});
      makeFound(*helper);
    }
    return helper;
  }

  /// Operands: an address, of all lanes or of the first, the distance of two, bytes, and a value.
  Function *touched(Type *address, Type *value) {
    Function *&helper = known[{address, value}];
    if (!helper) {
      helper =
          begin("checks.touched", {address, builder.getInt64Ty(), builder.getInt64Ty(), value});
      makeTouched(*helper);
    }
    return helper;
  }

private:
  static constexpr unsigned operands = 7; ///< the first one's number

  Function *begin(StringRef name, ArrayRef<Type *> types) {
    SmallVector<Type *, 12> all(operands, builder.getInt64Ty());
    all[0] = all[1] = builder.getPtrTy();
    all.append(types.begin(), types.end());
    Function *helper =
        Function::Create(FunctionType::get(builder.getVoidTy(), all, /*isVarArg=*/false),
                         GlobalValue::InternalLinkage, name, module);
    helper->addFnAttr(keepsRegisters);
    // It would clear what is kept.
    helper->addFnAttr("target-features",
                      (features + (features.empty() ? "" : ",") + "-vzeroupper").str());
    helper->addFnAttr(Attribute::NoInline);
    helper->addFnAttr(Attribute::NoUnwind);
    helper->addFnAttr(Attribute::Cold);
    builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", helper));
    return helper;
  }

  void makeFound(Function &helper) {
    Value *lanes = helper.getArg(2), *value = helper.getArg(operands);
    Value *all = inMemory(value);
    if (value->getType()->isVectorTy()) {
      Value *first =
          builder.CreateIntrinsic(Intrinsic::cttz, {lanes->getType()}, {lanes, builder.getTrue()});
      value = builder.CreateExtractElement(value, first);
    }
    end(helper, offsetof(HeddleWorkerContext, found), "found", {finders(helper, all), value});
  }

  void makeTouched(Function &helper) {
    static_assert(offsetof(HeddleTouch, address) == 8 && offsetof(HeddleTouch, step) == 16 &&
                  offsetof(HeddleTouch, addresses) == 24 && offsetof(HeddleTouch, values) == 32 &&
                  offsetof(HeddleTouch, valueStep) == 40 && sizeof(HeddleTouch) == 48);
    Value *address = helper.getArg(operands), *step = helper.getArg(operands + 1);
    Value *bytes = helper.getArg(operands + 2), *value = helper.getArg(operands + 3);
    Value *addresses = inMemory(address), *values = inMemory(value);
    Value *zero = builder.getInt64(0);
    const bool isScattered = address->getType()->isVectorTy();
    const bool hasValues = value->getType()->isVectorTy();
    if (!hasValues)
      values = words({value}, "value");
    Value *touch = words(
        {bytes, isScattered ? zero : address, step, addresses, values, builder.getInt64(hasValues)},
        "touch");
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    end(helper, offsetof(HeddleWorkerContext, touched), "touched", {finders(helper, none), touch});
  }

  /// A HeddleFinders.
  Value *finders(Function &helper, Value *values) {
    static_assert(offsetof(HeddleFinders, firstItem) == 24 &&
                  offsetof(HeddleFinders, lanes) == 32 && offsetof(HeddleFinders, values) == 40 &&
                  sizeof(HeddleFinders) == 48);
    return words({helper.getArg(3), helper.getArg(4), helper.getArg(5), helper.getArg(6),
                  helper.getArg(2), values},
                 "finders");
  }

  void end(Function &helper, std::uint64_t offset, const Twine &name, ArrayRef<Value *> more) {
    Value *worker = helper.getArg(0);
    SmallVector<Value *, 4> arguments{worker, helper.getArg(1)};
    arguments.append(more.begin(), more.end());
    SmallVector<Type *, 4> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    Value *callee = fieldOfWorker(builder, worker, offset, builder.getPtrTy(), name);
    // All has been saved.
    builder.CreateIntrinsic(Intrinsic::x86_avx_vzeroupper, ArrayRef<Value *>());
    builder.CreateCall(FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false), callee,
                       arguments);
    builder.CreateRetVoid();
  }

  /// Where the elements of a vector lie; null of another value.
  Value *inMemory(Value *value) {
    if (!value->getType()->isVectorTy())
      return ConstantPointerNull::get(builder.getPtrTy());
    AllocaInst *memory = builder.CreateAlloca(value->getType());
    builder.CreateAlignedStore(value, memory, Align(8));
    return memory;
  }

  Value *words(ArrayRef<Value *> values, const Twine &name) {
    AllocaInst *memory =
        builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), values.size()), nullptr, name);
    for (auto [index, value] : enumerate(values))
      builder.CreateAlignedStore(
          value, builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), memory, index), Align(8));
    return memory;
  }

  Module &module;
  StringRef features;
  IRBuilder<> builder;
  std::map<std::pair<Type *, Type *>, Function *> known;
};

class FunctionLowering {
public:
  FunctionLowering(Function &function, PlaceRecords &places, RuntimeCalls &helpers)
      : function(function), module(*function.getParent()), places(places), helpers(helpers),
        builder(module.getContext()) {}

  /// False when there is nothing to lower.
  bool run() {
    SmallVector<std::pair<CallInst *, InternalOp>> calls;
    for (Instruction &instruction : instructions(function))
      if (std::optional<InternalOp> op = internalOp(instruction);
          op == InternalOp::finding || op == InternalOp::simdFinding || op == InternalOp::touched ||
          op == InternalOp::simdTouched || op == InternalOp::isTraced)
        calls.emplace_back(cast<CallInst>(&instruction), *op);
    for (auto [call, op] : calls) {
      if (op == InternalOp::isTraced)
        lowerIsTraced(*call);
      else if (op == InternalOp::touched || op == InternalOp::simdTouched)
        lowerTouch(*call, op == InternalOp::simdTouched);
      else if (op == InternalOp::finding)
        lower(*call, call->getArgOperand(0), ConstantInt::get(builder.getInt64Ty(), 1),
              call->getArgOperand(1), *call->getArgOperand(2));
      else
        lower(*call, call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2),
              *call->getArgOperand(3));
    }
    return !calls.empty();
  }

private:
  Value *query(InternalOp op, Type *type) {
    return builder.CreateCall(
        getInternalOp(module, op, FunctionType::get(type, /*isVarArg=*/false)));
  }
  Value *query(InternalOp op, unsigned dimension) {
    auto *type = FunctionType::get(builder.getInt64Ty(), {builder.getInt32Ty()}, false);
    return builder.CreateCall(getInternalOp(module, op, type), {builder.getInt32(dimension)});
  }

  void lowerIsTraced(CallInst &call) {
    builder.SetInsertPoint(&call);
    call.replaceAllUsesWith(isTraced());
    call.eraseFromParent();
  }

  Value *isTraced() {
    Value *worker = query(InternalOp::workerContext, builder.getPtrTy());
    return builder.CreateIsNotNull(fieldOfWorker(
        builder, worker, offsetof(HeddleWorkerContext, traced), builder.getInt64Ty(), "traced"));
  }

  /// Of the first lane, in the order that work-groups are cut into sub-groups. Of joined rows, the
  /// sub-group in each lies as far behind the one before as there are in a row.
  Value *firstItem(unsigned lanes, std::uint64_t row) {
    if (lanes > 1) {
      Value *id = builder.CreateZExt(query(InternalOp::subGroupId, builder.getInt32Ty()),
                                     builder.getInt64Ty());
      if (row > 0) {
        Value *inRow =
            builder.CreateUDiv(query(InternalOp::localSize, 0u), builder.getInt64(lanes));
        id = builder.CreateAdd(id, builder.CreateMul(inRow, builder.getInt64(row)));
      }
      return builder.CreateMul(id, builder.getInt64(lanes));
    }
    Value *item = query(InternalOp::firstLocalId, 2);
    for (unsigned d : {1u, 0u})
      item = builder.CreateAdd(builder.CreateMul(item, query(InternalOp::localSize, d)),
                               query(InternalOp::firstLocalId, d));
    return item;
  }

  unsigned lanes() const { return std::max(1u, subGroupSize(function)); }

  GlobalVariable *recordOf(const Value &place) {
    const bool isVariant = function.hasFnAttribute(variantAttribute);
    StringRef kernel = isVariant ? function.getName().rsplit('.').first : function.getName();
    return places.find(kernel, place, lanes());
  }

  /// In front of an operation whose work-items are to be known, behind a branch that is hardly ever
  /// taken.
  void callHelper(Function *helper, Value &place, Value *active, ArrayRef<Value *> operands,
                  std::uint64_t row = 0) {
    SmallVector<Value *, 12> all{query(InternalOp::workerContext, builder.getPtrTy()),
                                 recordOf(place),
                                 active,
                                 query(InternalOp::groupId, 0u),
                                 query(InternalOp::groupId, 1u),
                                 query(InternalOp::groupId, 2u),
                                 firstItem(lanes(), row)};
    all.append(operands.begin(), operands.end());
    CallInst *call = builder.CreateCall(helper, all);
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::Cold);
    call->addFnAttr(Attribute::get(module.getContext(), keepsRegisters));
    // What it writes no kernel can see; it may end the program.
    call->setMemoryEffects(MemoryEffects::readOnly() |
                           MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef));
  }

  void goBehindBranch(Value *condition, CallInst &call) {
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(condition, call.getIterator(), /*Unreachable=*/false,
                                  MDBuilder(module.getContext()).createUnlikelyBranchWeights()));
  }

  /// A call for work-groups that are traced.
  void lowerTouch(CallInst &call, bool isSimd) {
    Value *active = isSimd ? call.getArgOperand(0) : builder.getInt64(1);
    Value *address = call.getArgOperand(isSimd ? 1 : 0);
    Value *step = isSimd ? call.getArgOperand(2) : builder.getInt64(0);
    Value *bytes = call.getArgOperand(isSimd ? 3 : 1);
    Value *value = call.getArgOperand(isSimd ? 4 : 2);
    builder.SetInsertPoint(&call);
    goBehindBranch(builder.CreateAnd(isTraced(), builder.CreateIsNotNull(active)), call);
    callHelper(helpers.touched(address->getType(), value->getType()),
               *call.getArgOperand(isSimd ? 5 : 3), active, {address, step, bytes, value});
    call.eraseFromParent();
  }

  void lower(CallInst &call, Value *any, Value *finders, Value *value, Value &place) {
    goBehindBranch(any, call);
    std::uint64_t row = 0;
    call.getFnAttr(rowAttribute).getValueAsString().getAsInteger(10, row);
    callHelper(helpers.found(value->getType()), place, finders, {value}, row);
    call.eraseFromParent();
  }

  Function &function;
  Module &module;
  PlaceRecords &places;
  RuntimeCalls &helpers;
  IRBuilder<> builder;
};

} // namespace

PreservedAnalyses LowerFindingsPass::run(Module &module, ModuleAnalysisManager &) {
  PlaceRecords places(module);
  RuntimeCalls helpers(module, features);
  bool isChanged = false;
  for (Function &function : module)
    if (!function.isDeclaration())
      isChanged |= FunctionLowering(function, places, helpers).run();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
