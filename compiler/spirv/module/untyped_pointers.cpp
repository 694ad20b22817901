#include "compiler/spirv/module/untyped_pointers.hpp"

#include "compiler/spirv/module/pointer_uses.hpp"
#include "compiler/spirv/module/spirv_types.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Ids = SmallVector<std::uint32_t, 8>;

constexpr StringLiteral extensionName("SPV_KHR_untyped_pointers");
constexpr StringLiteral
    needsTypedPointer("it needs a typed pointer, which says how large an element is");
constexpr std::uint32_t untypedPointers = 4473, int8Capability = 39;
constexpr std::uint32_t parameterAttribute = 38, byValue = 2, structResult = 3;

/// Storage classes of kernels.
enum Storage : std::uint32_t {
  uniformConstant = 0,
  input = 1,
  workgroup = 4,
  crossWorkgroup = 5,
  function = 7,
  generic = 8,
};

bool isOfExtension(Op op) {
  return op >= Op::TypeUntypedPointerKHR && op <= Op::UntypedPrefetchKHR;
}

bool isUntypedChain(Op op) {
  return op >= Op::UntypedAccessChainKHR && op <= Op::UntypedInBoundsPtrAccessChainKHR;
}

bool isTypedChain(Op op) {
  return op == Op::AccessChain || op == Op::InBoundsAccessChain || op == Op::PtrAccessChain ||
         op == Op::InBoundsPtrAccessChain;
}

Op typedChain(Op op) {
  switch (op) {
  case Op::UntypedAccessChainKHR:
    return Op::AccessChain;
  case Op::UntypedInBoundsAccessChainKHR:
    return Op::InBoundsAccessChain;
  case Op::UntypedPtrAccessChainKHR:
    return Op::PtrAccessChain;
  default:
    return Op::InBoundsPtrAccessChain;
  }
}

/// Reads a module instruction by instruction and writes it again.
class Rewriter {
public:
  explicit Rewriter(SpirvWords given) : module(std::move(given)), nextId(module[spirvBoundWord]) {}

  Expected<SpirvWords> run() {
    forEachInstruction(module, [this](const SpirvInstruction &instruction) {
      lookAhead(instruction);
      return true;
    });
    Error error = Error::success();
    forEachInstruction(module, [&](const SpirvInstruction &instruction) {
      present = &instruction;
      error = joinErrors(std::move(error), rewrite());
      return !error;
    });
    if (error)
      return error;
    SpirvWords result(module.begin(), module.begin() + spirvHeaderWords);
    result[spirvBoundWord] = nextId;
    if (!hasInt8)
      appendInstruction(result, Op::Capability, {int8Capability});
    for (const SpirvWords *part : {&beforeTypes, &typeSection, &code})
      append_range(result, *part);
    return result;
  }

private:
  Error invalidHere(const Twine &message) const {
    return createStringError("word " + Twine(present->at) + ", " +
                             spirvFormOf(static_cast<std::uint32_t>(present->op))->name + ": " +
                             message);
  }

  // What is said about ids before they are defined.

  void lookAhead(const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    switch (instruction.op) {
    case Op::Capability:
      hasCapability |= operands[0] == untypedPointers;
      hasInt8 |= operands[0] == int8Capability;
      break;
    case Op::Extension:
      hasExtension |= spirvText(operands) == extensionName;
      break;
    case Op::TypeInt:
      if (operands[1] == 8 && !byteType)
        byteType = operands[0];
      break;
    case Op::UntypedVariableKHR:
      variables[operands[1]] = newId();
      break;
    case Op::Decorate:
      if (operands.size() > 2 && operands[1] == parameterAttribute &&
          (operands[2] == byValue || operands[2] == structResult))
        passedByValue.insert(operands[0]);
      break;
    case Op::GroupDecorate:
      if (passedByValue.contains(operands[0]))
        passedByValue.insert_range(operands.drop_front());
      break;
    default:
      break;
    }
  }

  // Types and values.

  std::uint32_t newId() { return nextId++; }
  SpirvWords &output() { return isInFunctions ? code : isInTypes ? typeSection : beforeTypes; }
  void emit(Op op, ArrayRef<std::uint32_t> operands) { appendInstruction(output(), op, operands); }

  std::uint32_t type(Op kind, ArrayRef<std::uint32_t> operands) {
    return types.find(kind, operands, nextId, typeSection);
  }
  std::uint32_t pointerTo(std::uint32_t storage, std::uint32_t pointee) {
    return type(Op::TypePointer, {storage, pointee});
  }
  bool isUntypedPointer(std::uint32_t type) const {
    return types.kindOf(type) == Op::TypeUntypedPointerKHR;
  }
  std::uint32_t storageOf(std::uint32_t pointerType) const {
    return types.definition(pointerType)[2];
  }

  /// 32-bit integers, as many as `given` has components.
  std::uint32_t integersLike(std::uint32_t given) {
    const std::uint32_t integer = type(Op::TypeInt, {32, 0});
    return types.kindOf(given) == Op::TypeVector
               ? type(Op::TypeVector, {integer, types.definition(given)[3]})
               : integer;
  }

  /// `value`, a pointer, as one to `pointee`.
  std::uint32_t view(std::uint32_t value, std::uint32_t pointee) {
    const SpirvPointer found = *types.pointer(value);
    if (found.pointee == pointee)
      return value;
    const auto variable = variables.find(value);
    if (variable != variables.end() && types.pointer(variable->second)->pointee == pointee)
      return variable->second;
    const std::uint32_t id = newId();
    cast(pointerTo(found.storage, pointee), id, value);
    return id;
  }

  void cast(std::uint32_t type, std::uint32_t id, std::uint32_t value) {
    types.addValue(id, type);
    if (isInFunctions)
      emit(Op::Bitcast, {type, id, value});
    else
      emit(Op::SpecConstantOp, {type, id, static_cast<std::uint32_t>(Op::Bitcast), value});
  }

  // The instructions.

  Error rewrite() {
    const ArrayRef<std::uint32_t> operands = present->operands;
    const bool hasResult = hasTypeAndResult(present->op);
    // Types and constants begin with the first instruction that defines one.
    isInTypes |= isSpirvType(present->op) ||
                 (present->op >= Op::ConstantTrue && present->op <= Op::SpecConstantOp);
    isInFunctions |= present->op == Op::Function;
    types.read(*present);
    if (isInTypes && !isInFunctions && hasResult)
      moduleValues.insert(operands[1]);
    if (isOfExtension(present->op) && !(hasCapability && hasExtension))
      return invalidHere("the module does not declare " +
                         Twine(hasCapability ? "extension SPV_KHR_untyped_pointers"
                                             : "capability UntypedPointersKHR"));

    switch (present->op) {
    case Op::Capability:
      return operands[0] == untypedPointers ? Error::success() : keep();
    case Op::Extension:
      return spirvText(operands) == extensionName ? Error::success() : keep();
    case Op::Name:
    case Op::MemberName:
    case Op::Decorate:
    case Op::DecorateId:
    case Op::DecorateString:
    case Op::GroupDecorate:
    case Op::EntryPoint:
      return annotate();
    case Op::TypeInt:
      return operands[0] == byteType && hasBytes ? Error::success() : keep();
    case Op::TypeUntypedPointerKHR:
      return untypedPointer();

    case Op::UntypedVariableKHR:
      return variable();
    case Op::Variable:
      if (isUntypedPointer(operands[0]))
        return invalidHere("a pointer without a type is the result of OpUntypedVariableKHR");
      return keep();
    case Op::FunctionParameter:
      if (isUntypedPointer(operands[0]) && passedByValue.contains(operands[1]))
        return invalidHere("a structure that is passed by value needs a typed pointer");
      return keep();
    case Op::SpecConstantOp:
      return constantOperation();
    case Op::UntypedAccessChainKHR:
    case Op::UntypedInBoundsAccessChainKHR:
    case Op::UntypedPtrAccessChainKHR:
    case Op::UntypedInBoundsPtrAccessChainKHR:
      return accessChain(present->op, operands[0], operands[1], operands.drop_front(2));
    case Op::UntypedArrayLengthKHR:
      return invalidHere("kernels have no run-time arrays");
    case Op::UntypedPrefetchKHR:
      return prefetch();
    case Op::CopyMemory:
      return copyMemory();
    case Op::CopyMemorySized:
      if (!types.pointer(operands[0]) || !types.pointer(operands[1]) ||
          !types.isInteger(operands[2]))
        return invalidHere("it copies between two pointers a number of bytes");
      return keep();
    case Op::PtrEqual:
    case Op::PtrNotEqual:
    case Op::PtrDiff:
      return comparePointers();
    case Op::Bitcast:
    case Op::PtrCastToGeneric:
    case Op::GenericCastToPtr:
    case Op::GenericCastToPtrExplicit:
      return convertPointer();
    case Op::LifetimeStart:
    case Op::LifetimeStop:
      return lifetime();
    case Op::ExtInst:
      return extendedInstruction();
    case Op::ExtInstImport:
      if (spirvText(operands.drop_front()) == "OpenCL.std")
        openclSet = operands[0];
      return keep();
    case Op::CooperativeMatrixPrefetchINTEL:
      // A hint about pieces whose size nobody knows.
      return types.isUntyped(operands[0]) ? Error::success() : keep();
    case Op::GroupAsyncCopy:
      if (types.isUntyped(operands[3]) || types.isUntyped(operands[4]))
        return invalidHere(needsTypedPointer);
      return keep();
    default:
      return memoryAccess();
    }
  }

  Error keep() {
    append_range(output(), present->words);
    return Error::success();
  }

  /// The instruction with some operands replaced.
  Error keepWith(std::initializer_list<std::pair<std::size_t, std::uint32_t>> replaced) {
    SpirvWords operands(present->operands.begin(), present->operands.end());
    for (auto [place, id] : replaced)
      operands[place] = id;
    emit(present->op, operands);
    return Error::success();
  }

  /// What is said about an untyped variable is said about the typed one.
  Error annotate() {
    SpirvWords words(present->words.begin(), present->words.end());
    const auto rename = [&](std::uint32_t &id) {
      if (const auto found = variables.find(id); found != variables.end())
        id = found->second;
    };
    if (present->op == Op::EntryPoint)
      // Behind the model, the function and the name.
      for_each(drop_begin(words, 3 + spirvText(present->operands.drop_front(2)).size() / 4 + 1),
               rename);
    else
      for_each(present->op == Op::GroupDecorate ? MutableArrayRef(words).drop_front()
                                                : MutableArrayRef(words).slice(1, 1),
               rename);
    append_range(output(), words);
    return Error::success();
  }

  Error untypedPointer() {
    const std::uint32_t id = present->operands[0], storage = present->operands[1];
    if (!is_contained({uniformConstant, input, workgroup, crossWorkgroup, function, generic},
                      storage))
      return invalidHere("the storage class is " + Twine(storage) +
                         ", expected UniformConstant (0), Input (1), Workgroup (4), "
                         "CrossWorkgroup (5), Function (7) or Generic (8)");
    if (!hasBytes) {
      // The module's own, if it has one, may come too late.
      hasBytes = true;
      if (!byteType)
        byteType = newId();
      if (types.kindOf(byteType) != Op::TypeInt)
        emit(Op::TypeInt, {byteType, 8, 0});
    }
    emit(Op::TypePointer, {id, storage, byteType});
    return Error::success();
  }

  Error variable() {
    const ArrayRef<std::uint32_t> operands = present->operands;
    const std::uint32_t type = operands[0], id = operands[1], storage = operands[2];
    if (!isUntypedPointer(type))
      return invalidHere("the result type is no untyped pointer");
    if (storageOf(type) != storage || storage == generic)
      return invalidHere("the storage class is " + Twine(storage) + ", and that of its type " +
                         Twine(storageOf(type)));
    if ((storage == function) != isInFunctions)
      return invalidHere(isInFunctions ? "it stands in a function and has another storage class"
                                       : "it has the storage class Function and stands outside");
    if (operands.size() < 4)
      return invalidHere("it has no data type");
    if (!types.canLieInMemory(operands[3]))
      return invalidHere("the data type, id " + Twine(operands[3]) + ", has no size");
    const std::uint32_t typed = variables.lookup(id);
    const std::uint32_t typedPointer = pointerTo(storage, operands[3]);
    SpirvWords words = {typedPointer, typed, storage};
    if (operands.size() > 4) {
      const std::uint32_t initializer = operands[4];
      if (!moduleValues.contains(initializer))
        return invalidHere("the initializer, id " + Twine(initializer) +
                           ", is no constant and no variable of the module");
      if (types.typeOf(initializer) != operands[3])
        return invalidHere("the initializer has another type than the variable");
      words.push_back(initializer);
    }
    emit(Op::Variable, words);
    types.addValue(typed, typedPointer);
    // Other variables come first in a block, and need not know it.
    cast(type, id, typed);
    return Error::success();
  }

  /// Base type, base, perhaps an element, indexes.
  Error accessChain(Op op, std::uint32_t type, std::uint32_t result,
                    ArrayRef<std::uint32_t> operands) {
    const bool hasElement =
        op == Op::UntypedPtrAccessChainKHR || op == Op::UntypedInBoundsPtrAccessChainKHR;
    if (operands.size() < (hasElement ? 3u : 2u))
      return invalidHere("an operand is missing");
    if (!isUntypedPointer(type))
      return invalidHere("the result type is no untyped pointer");
    const std::optional<SpirvPointer> base = types.pointer(operands[1]);
    if (!base)
      return invalidHere("the base, id " + Twine(operands[1]) + ", is no pointer");
    if (base->storage != storageOf(type))
      return invalidHere("the storage class of the base is " + Twine(base->storage) +
                         ", and that of the result " + Twine(storageOf(type)));
    if (!types.canLieInMemory(operands[0]))
      return invalidHere("the base type, id " + Twine(operands[0]) + ", has no size");
    ArrayRef<std::uint32_t> indexes = operands.drop_front(2);
    for (std::uint32_t index : indexes)
      if (!types.isInteger(index))
        return invalidHere("the index, id " + Twine(index) + ", is no integer");
    std::uint32_t walked = operands[0];
    for (std::uint32_t index : hasElement ? indexes.drop_front() : indexes) {
      Expected<std::uint32_t> member = memberOf(walked, index);
      if (!member)
        return member.takeError();
      walked = *member;
    }
    Ids words = {type, result};
    if (!isInFunctions)
      words.push_back(static_cast<std::uint32_t>(typedChain(op)));
    words.push_back(view(operands[1], operands[0]));
    append_range(words, indexes);
    emit(isInFunctions ? typedChain(op) : Op::SpecConstantOp, words);
    return Error::success();
  }

  Expected<std::uint32_t> memberOf(std::uint32_t type, std::uint32_t index) const {
    const ArrayRef<std::uint32_t> definition = types.definition(type);
    switch (types.kindOf(type)) {
    case Op::TypeVector:
    case Op::TypeArray:
    case Op::TypeCooperativeMatrixKHR:
      return definition[2];
    case Op::TypeStruct: {
      const ArrayRef<std::uint32_t> constant = types.definition(index);
      const ArrayRef<std::uint32_t> members = definition.drop_front(2);
      if (types.kindOf(index) == Op::ConstantNull && !members.empty())
        return members[0];
      if (types.kindOf(index) != Op::Constant)
        return invalidHere("the index of a structure's member is no constant");
      const bool isWide = constant.size() > 4 && constant[4] != 0;
      if (isWide || constant[3] >= members.size())
        return invalidHere("a structure of " + Twine(members.size()) + " members has no member " +
                           Twine(constant[3]));
      return members[constant[3]];
    }
    default:
      return invalidHere("an index goes into type " + Twine(type) + ", which has no parts");
    }
  }

  Error constantOperation() {
    const ArrayRef<std::uint32_t> operands = present->operands;
    const auto op = static_cast<Op>(operands[2]);
    if (isUntypedChain(op)) {
      if (!(hasCapability && hasExtension))
        return invalidHere("the module does not declare capability UntypedPointersKHR and "
                           "extension SPV_KHR_untyped_pointers");
      return accessChain(op, operands[0], operands[1], operands.drop_front(3));
    }
    if (isTypedChain(op) && (operands.size() < 4 || types.isUntyped(operands[3])))
      return invalidHere("the base of a typed access chain is an untyped pointer");
    return keep();
  }

  /// A hint. Its operands are checked and it is left out.
  Error prefetch() {
    const ArrayRef<std::uint32_t> operands = present->operands;
    const std::optional<SpirvPointer> place = types.pointer(operands[0]);
    if (!place || place->storage != crossWorkgroup)
      return invalidHere("it wants a pointer of storage class CrossWorkgroup");
    for (std::uint32_t number : operands.drop_front())
      if (!types.isInteger(number))
        return invalidHere("id " + Twine(number) + " is no integer");
    return Error::success();
  }

  Error copyMemory() {
    const std::uint32_t target = present->operands[0], source = present->operands[1];
    const std::optional<SpirvPointer> to = types.pointer(target), from = types.pointer(source);
    if (!to || !from)
      return invalidHere("it copies between two pointers");
    if (!to->pointee && !from->pointee)
      return invalidHere("one of its pointers must be typed");
    if (to->pointee && from->pointee)
      return keep();
    const std::uint32_t pointee = to->pointee ? to->pointee : from->pointee;
    if (!types.canLieInMemory(pointee))
      return invalidHere("what it copies has no size");
    return keepWith({{0, view(target, pointee)}, {1, view(source, pointee)}});
  }

  Error comparePointers() {
    const std::uint32_t left = present->operands[2], right = present->operands[3];
    if (!types.isUntyped(left) && !types.isUntyped(right))
      return keep();
    const std::optional<SpirvPointer> first = types.pointer(left), second = types.pointer(right);
    if (!first || !second || first->storage != second->storage)
      return invalidHere("its operands are not two pointers of one storage class");
    // Untyped ones are pointers to bytes in what is written.
    return keepWith({{2, first->pointee ? view(left, byteType) : left},
                     {3, second->pointee ? view(right, byteType) : right}});
  }

  Error convertPointer() {
    const std::uint32_t value = present->operands[2];
    const std::optional<SpirvPointer> from = types.pointer(value),
                                      to = types.pointerType(present->operands[0]);
    if (!(from && !from->pointee) && !(to && !to->pointee))
      return keep();
    if (present->op == Op::Bitcast) {
      if (from && to && from->storage != to->storage)
        return invalidHere("it changes the storage class from " + Twine(from->storage) + " to " +
                           Twine(to->storage));
      return keep();
    }
    if (!from || !to)
      return invalidHere("it casts a pointer to a pointer");
    const bool isToGeneric = present->op == Op::PtrCastToGeneric;
    const std::uint32_t special = isToGeneric ? from->storage : to->storage;
    if ((isToGeneric ? to : from)->storage != generic || special == generic)
      return invalidHere("it casts from storage class " + Twine(from->storage) + " to " +
                         Twine(to->storage));
    return keep();
  }

  /// A hint about a variable; about any other pointer it says nothing.
  Error lifetime() {
    const std::uint32_t value = present->operands[0];
    if (!types.isUntyped(value))
      return keep();
    const auto variable = variables.find(value);
    return variable == variables.end() ? Error::success() : keepWith({{0, variable->second}});
  }

  /// The instruction's pointer as one to what it finds there.
  Error extendedInstruction() {
    const ArrayRef<std::uint32_t> operands = present->operands;
    if (operands[2] != openclSet)
      return keep();
    return withViews(pointerUseOfOpenCL(operands[3]), 4);
  }

  Error memoryAccess() {
    if (isTypedChain(present->op) && types.isUntyped(present->operands[2]))
      return invalidHere("the base of a typed access chain is an untyped pointer");
    return withViews(pointerUse(present->op), 0);
  }

  /// `first`: the operand that the use counts from.
  Error withViews(const PointerUse &use, std::size_t first) {
    const ArrayRef<std::uint32_t> operands = present->operands;
    if (use.found == Pointee::unused)
      return keep();
    const std::size_t place = first + use.pointer;
    if (place >= operands.size())
      return invalidHere("an operand is missing");
    if (!types.pointer(operands[place]))
      return invalidHere("operand id " + Twine(operands[place]) + " is no pointer");
    if (!types.isUntyped(operands[place]))
      return keep();
    if (use.found == Pointee::needed)
      return invalidHere(needsTypedPointer);
    const std::size_t valuePlace = use.value ? first + *use.value : 0;
    if (valuePlace >= operands.size())
      return invalidHere("an operand is missing");
    const std::uint32_t type = use.value ? types.typeOf(operands[valuePlace]) : operands[0];
    if (!types.canLieInMemory(type))
      return invalidHere("the type of its value has no size");
    if (use.isAtomic && !types.isNumber(type))
      return invalidHere("its value is no number");
    return keepWith({{place, view(operands[place], pointeeOf(use, type))}});
  }

  std::uint32_t pointeeOf(const PointerUse &use, std::uint32_t type) {
    switch (use.found) {
    case Pointee::component:
      return types.scalarOf(type);
    case Pointee::integers:
      return integersLike(type);
    case Pointee::half:
      return this->type(Op::TypeFloat, {16});
    case Pointee::flag:
      return this->type(Op::TypeInt, {32, 0});
    default:
      return type;
    }
  }

  const SpirvWords module;

  std::uint32_t nextId;
  const SpirvInstruction *present = nullptr;

  // Of the whole module.
  bool hasCapability = false, hasExtension = false, hasInt8 = false;
  std::uint32_t byteType = 0;                       ///< integers of 8 bits
  DenseMap<std::uint32_t, std::uint32_t> variables; ///< the typed one of an untyped one
  DenseSet<std::uint32_t> passedByValue;

  // Of what was read.
  bool isInTypes = false, isInFunctions = false, hasBytes = false;
  std::uint32_t openclSet = 0;
  SpirvTypes types;
  DenseSet<std::uint32_t> moduleValues; ///< constants and variables

  // What is written, in the order of a module's sections.
  SpirvWords beforeTypes, typeSection, code;
};

} // namespace

bool usesUntypedPointers(ArrayRef<std::uint32_t> module) {
  bool result = false;
  forEachInstruction(module, [&](const SpirvInstruction &instruction) {
    const ArrayRef<std::uint32_t> operands = instruction.operands;
    result |=
        isOfExtension(instruction.op) ||
        (instruction.op == Op::Capability && operands[0] == untypedPointers) ||
        (instruction.op == Op::Extension && spirvText(operands) == extensionName) ||
        (instruction.op == Op::SpecConstantOp && isUntypedChain(static_cast<Op>(operands[2])));
    return !result;
  });
  return result;
}

Expected<SpirvWords> withTypedPointers(SpirvWords module) {
  return Rewriter(std::move(module)).run();
}

} // namespace heddle::compiler
