#include "compiler/spirv/builtins/intrinsics_to_spirv.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned toNearest = 1;

/// "Dv4_f" for a vector of four floats; "i" for an integer.
std::string mangled(const Type &type) {
  const Type *scalar = type.getScalarType();
  const std::string letter = scalar->isDoubleTy()  ? "d"
                             : scalar->isFloatTy() ? "f"
                             : scalar->isHalfTy()  ? "Dh"
                                                   : "i";
  auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector ? "Dv" + utostr(vector->getNumElements()) + "_" + letter : letter;
}

/// One call and what takes its place.
class Replacement {
public:
  explicit Replacement(IntrinsicInst &call) : builder(&call), call(call) {}

  /// Whether the call was one that the writer does not know.
  bool replace() {
    switch (call.getIntrinsicID()) {
    case Intrinsic::prefetch:
      return replaceWith(nullptr);
    case Intrinsic::expect_with_probability:
      return replaceWith(
          builder.CreateIntrinsic(Intrinsic::expect, {call.getType()}, {operand(0), operand(1)}));
    case Intrinsic::smul_with_overflow:
      return replaceMultiplication(/*isSigned=*/true);
    case Intrinsic::umul_with_overflow:
      return replaceMultiplication(/*isSigned=*/false);
    case Intrinsic::exp10:
      return replaceWith(libraryCall("exp10"));
    case Intrinsic::ldexp:
      return replaceWith(libraryCall("ldexp"));
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      return replaceRounding(Intrinsic::rint);
    case Intrinsic::lround:
    case Intrinsic::llround:
      return replaceRounding(Intrinsic::round);
    case Intrinsic::sincos:
      return replacePair(builder.CreateUnaryIntrinsic(Intrinsic::sin, operand(0)),
                         builder.CreateUnaryIntrinsic(Intrinsic::cos, operand(0)));
    case Intrinsic::canonicalize:
      return replaceWith(builder.CreateFMul(operand(0), ConstantFP::get(call.getType(), 1)));
    case Intrinsic::readcyclecounter:
    case Intrinsic::readsteadycounter:
      return replaceWith(function("_Z17clock_read_devicev", {}));
    case Intrinsic::memcpy_inline: {
      auto &copy = cast<MemCpyInst>(call);
      builder.CreateMemCpy(copy.getRawDest(), copy.getDestAlign(), copy.getRawSource(),
                           copy.getSourceAlign(), copy.getLength(), copy.isVolatile());
      return replaceWith(nullptr);
    }
    case Intrinsic::get_rounding:
      return replaceWith(builder.getInt32(toNearest));
    // Nothing can be done with them but to print them.
    case Intrinsic::returnaddress:
    case Intrinsic::frameaddress:
      return replaceWith(Constant::getNullValue(call.getType()));
    default:
      return false;
    }
  }

private:
  Value *operand(unsigned i) const { return call.getArgOperand(i); }

  bool replaceWith(Value *value) {
    if (value)
      call.replaceAllUsesWith(value);
    call.eraseFromParent();
    return true;
  }

  /// A structure of two members, of which mostly both are read one by one.
  bool replacePair(Value *first, Value *second) {
    for (User *user : make_early_inc_range(call.users()))
      if (auto *member = dyn_cast<ExtractValueInst>(user)) {
        member->replaceAllUsesWith(member->getIndices()[0] == 0 ? first : second);
        member->eraseFromParent();
      }
    if (call.use_empty())
      return replaceWith(nullptr);
    Value *pair = PoisonValue::get(call.getType());
    pair = builder.CreateInsertValue(pair, first, 0);
    return replaceWith(builder.CreateInsertValue(pair, second, 1));
  }

  /// A product of twice the width does not overflow.
  bool replaceMultiplication(bool isSigned) {
    Type *type = operand(0)->getType();
    Type *wide = type->getWithNewBitWidth(2 * type->getScalarSizeInBits());
    const auto widened = [&](Value *value) {
      return isSigned ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide);
    };
    Value *product = builder.CreateMul(widened(operand(0)), widened(operand(1)));
    Value *low = builder.CreateTrunc(product, type);
    return replacePair(low, builder.CreateICmpNE(widened(low), product));
  }

  bool replaceRounding(Intrinsic::ID rounding) {
    return replaceWith(
        builder.CreateFPToSI(builder.CreateUnaryIntrinsic(rounding, operand(0)), call.getType()));
  }

  Value *libraryCall(StringRef name) {
    std::string text = "_Z" + utostr(name.size()) + name.str();
    for (const Use &argument : call.args())
      text += mangled(*argument->getType());
    return function(text, SmallVector<Value *, 2>(call.args()));
  }

  Value *function(StringRef name, ArrayRef<Value *> arguments) {
    SmallVector<Type *, 2> types;
    for (Value *argument : arguments)
      types.push_back(argument->getType());
    FunctionCallee callee = call.getModule()->getOrInsertFunction(
        name, FunctionType::get(call.getType(), types, /*isVarArg=*/false));
    cast<Function>(callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *result = builder.CreateCall(callee, arguments);
    result->setCallingConv(CallingConv::SPIR_FUNC);
    return result;
  }

  IRBuilder<> builder;
  IntrinsicInst &call;
};

constexpr unsigned vectorSizes[] = {2, 3, 4, 8, 16};

/// What an instruction is that SPIR-V has no terms for; empty for others.
StringRef withoutTerms(const Instruction &instruction) {
  if (auto *variable = dyn_cast<AllocaInst>(&instruction);
      variable && variable->isArrayAllocation())
    return "memory of a size that only the run knows";
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
      update && update->getOperation() == AtomicRMWInst::Nand)
    return "an atomic 'not and'";
  if (auto *vector = dyn_cast<FixedVectorType>(instruction.getType());
      vector && !is_contained(vectorSizes, vector->getNumElements()))
    return "a vector of other than 2, 3, 4, 8 or 16 components";
  const Type *type = instruction.getType()->getScalarType();
  if (type->isBFloatTy())
    return "type '__bf16'";
  if (type->isFP128Ty() || type->isX86_FP80Ty())
    return "type 'long double'";
  return {};
}

} // namespace

PreservedAnalyses IntrinsicsToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  SmallVector<IntrinsicInst *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        calls.push_back(call);
      else if (StringRef what = withoutTerms(instruction); !what.empty())
        reportError(instruction, what + " is not supported by this device");
    }
  bool changed = false;
  for (IntrinsicInst *call : calls)
    changed |= Replacement(*call).replace();
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
