#include "compiler/strict/lower_findings.hpp"

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"
#include "runtime/abi/entry_point.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

using namespace llvm;

namespace heddle::compiler {

namespace {

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

class FunctionLowering {
public:
  FunctionLowering(Function &function, PlaceRecords &places)
      : function(function), module(*function.getParent()), places(places),
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

  Value *fieldOfWorker(Value *worker, std::uint64_t offset, const Twine &name) {
    return fieldOfWorker(worker, offset, builder.getPtrTy(), name);
  }
  Value *fieldOfWorker(Value *worker, std::uint64_t offset, Type *type, const Twine &name) {
    Value *slot = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), worker, offset);
    LoadInst *load = builder.CreateAlignedLoad(type, slot, Align(8), name);
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(module.getContext(), {}));
    return load;
  }

  void lowerIsTraced(CallInst &call) {
    builder.SetInsertPoint(&call);
    call.replaceAllUsesWith(isTraced());
    call.eraseFromParent();
  }

  Value *isTraced() {
    Value *worker = query(InternalOp::workerContext, builder.getPtrTy());
    return builder.CreateIsNotNull(fieldOfWorker(worker, offsetof(HeddleWorkerContext, traced),
                                                 builder.getInt64Ty(), "traced"));
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

  /// So many words of the stack, the same for all calls.
  AllocaInst *words(AllocaInst *&known, unsigned count, const Twine &name) {
    if (!known) {
      builder.SetInsertPoint(&*function.getEntryBlock().getFirstInsertionPt());
      builder.SetCurrentDebugLocation(DebugLoc());
      known = builder.CreateAlloca(ArrayType::get(builder.getInt64Ty(), count), nullptr, name);
    }
    return known;
  }

  void storeWords(Value *at, ArrayRef<Value *> fields) {
    for (auto [index, field] : enumerate(fields))
      builder.CreateAlignedStore(
          field, builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), at, index), Align(8));
  }

  void storeFinders(Value *finders, Value *found, std::uint64_t row = 0) {
    static_assert(offsetof(HeddleFinders, firstItem) == 24 &&
                  offsetof(HeddleFinders, lanes) == 32 && offsetof(HeddleFinders, values) == 40 &&
                  sizeof(HeddleFinders) == 48);
    storeWords(memory, {query(InternalOp::groupId, 0u), query(InternalOp::groupId, 1u),
                        query(InternalOp::groupId, 2u), firstItem(lanes(), row), finders, found});
  }

  /// A call with the worker in front. What it writes no kernel can see; it may end the program.
  void callRuntime(std::uint64_t offset, const Twine &name, ArrayRef<Value *> arguments) {
    Value *worker = query(InternalOp::workerContext, builder.getPtrTy());
    Value *callee = fieldOfWorker(worker, offset, name);
    SmallVector<Value *, 4> all{worker};
    all.append(arguments.begin(), arguments.end());
    SmallVector<Type *, 4> types;
    for (Value *argument : all)
      types.push_back(argument->getType());
    CallInst *call =
        builder.CreateCall(FunctionType::get(builder.getVoidTy(), types, false), callee, all);
    call->setDoesNotThrow();
    call->addFnAttr(Attribute::Cold);
    call->setMemoryEffects(MemoryEffects::readOnly() |
                           MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef));
    call->addParamAttr(2, Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
  }

  /// A call for work-groups that are traced.
  void lowerTouch(CallInst &call, bool isSimd) {
    static_assert(offsetof(HeddleTouch, address) == 8 && offsetof(HeddleTouch, step) == 16 &&
                  offsetof(HeddleTouch, addresses) == 24 && offsetof(HeddleTouch, values) == 32 &&
                  offsetof(HeddleTouch, valueStep) == 40 && sizeof(HeddleTouch) == 48);
    Value *one = builder.getInt64(1), *zero = builder.getInt64(0);
    Value *active = isSimd ? call.getArgOperand(0) : one;
    Value *address = call.getArgOperand(isSimd ? 1 : 0);
    Value *step = isSimd ? call.getArgOperand(2) : zero;
    Value *bytes = call.getArgOperand(isSimd ? 3 : 1);
    Value *value = call.getArgOperand(isSimd ? 4 : 2);
    GlobalVariable *record = recordOf(*call.getArgOperand(isSimd ? 5 : 3));
    words(memory, sizeof(HeddleFinders) / 8, "finders");
    words(touch, sizeof(HeddleTouch) / 8, "touch");
    words(addresses, lanes(), "addresses");
    words(values, lanes(), "values");
    builder.SetInsertPoint(&call);
    Value *isWanted = builder.CreateAnd(isTraced(), builder.CreateIsNotNull(active));
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(isWanted, call.getIterator(), /*Unreachable=*/false,
                                  MDBuilder(module.getContext()).createUnlikelyBranchWeights()));
    Value *none = ConstantPointerNull::get(builder.getPtrTy());
    const bool isScattered = address->getType()->isVectorTy();
    if (isScattered)
      builder.CreateAlignedStore(address, addresses, Align(8));
    builder.CreateAlignedStore(value, values, Align(8));
    storeWords(touch, {bytes, isScattered ? zero : address, step, isScattered ? addresses : none,
                       values, value->getType()->isVectorTy() ? one : zero});
    storeFinders(active, none);
    callRuntime(offsetof(HeddleWorkerContext, touched), "touched", {record, memory, touch});
    call.eraseFromParent();
  }

  void lower(CallInst &call, Value *any, Value *finders, Value *value, const Value &place) {
    GlobalVariable *record = recordOf(place);
    words(memory, sizeof(HeddleFinders) / 8, "finders");
    words(values, lanes(), "values");
    Instruction *then =
        SplitBlockAndInsertIfThen(any, call.getIterator(), /*Unreachable=*/false,
                                  MDBuilder(module.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(then);
    Value *all = ConstantPointerNull::get(builder.getPtrTy());
    if (value->getType()->isVectorTy()) {
      builder.CreateAlignedStore(value, values, Align(8));
      all = values;
      Value *first = builder.CreateIntrinsic(Intrinsic::cttz, {finders->getType()},
                                             {finders, builder.getTrue()});
      value = builder.CreateExtractElement(value, first);
    }
    std::uint64_t row = 0;
    call.getFnAttr(rowAttribute).getValueAsString().getAsInteger(10, row);
    storeFinders(finders, all, row);
    callRuntime(offsetof(HeddleWorkerContext, found), "found", {record, memory, value});
    call.eraseFromParent();
  }

  Function &function;
  Module &module;
  PlaceRecords &places;
  IRBuilder<> builder;
  // For all calls.
  AllocaInst *memory = nullptr;                       ///< a HeddleFinders
  AllocaInst *touch = nullptr;                        ///< a HeddleTouch
  AllocaInst *addresses = nullptr, *values = nullptr; ///< of all lanes
};

} // namespace

PreservedAnalyses LowerFindingsPass::run(Module &module, ModuleAnalysisManager &) {
  PlaceRecords places(module);
  bool isChanged = false;
  for (Function &function : module)
    if (!function.isDeclaration())
      isChanged |= FunctionLowering(function, places).run();
  return isChanged ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
