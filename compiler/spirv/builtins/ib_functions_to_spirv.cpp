#include "compiler/spirv/builtins/ib_functions_to_spirv.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/kernel_info.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral namePrefix("__builtin_IB_");
/// Conversions of floats of 8 bits, as the translator reads and OpenCL's front ends declare them.
constexpr StringLiteral spirvPrefix("__builtin_spirv_");
/// The processor's clock, declared by kernels as the others are.
constexpr StringLiteral cycleCounter("intel_get_cycle_counter");
/// subgroup_intel.h, and imported by modules
constexpr StringLiteral ballot("intel_sub_group_ballot");
/// subgroup_extended_block_read.h
constexpr StringLiteral extendedReadPrefix("intel_subgroup_block_read_");
constexpr unsigned globalSpace = 1, localSpace = 3;
constexpr unsigned deviceScope = 1, workGroupScope = 2, subgroupScope = 3, relaxed = 0;
constexpr unsigned packedVectorFormat = 0; ///< of four bytes in 32 bits

std::string typeText(const Type &type) {
  std::string text;
  raw_string_ostream(text) << type;
  return text;
}

/// A call of one of the functions, and what takes its place.
class IbCall {
public:
  IbCall(CallBase &call, StringRef name) : builder(&call), call(call), name(name) {}

  /// Whether the name is one of the table's. A call with wrong operands is reported.
  bool lower() {
    StringRef rest = name;
    if (name == cycleCounter)
      return lowerCycleCounter();
    if (name == ballot)
      return lowerBallot();
    if (std::optional<StringRef> instruction = conversion())
      return lowerConversion(*instruction);
    if (std::optional<Float8> format = float8Named())
      return lowerFloat8(*format);
    if (std::optional<Atomic> atomic = atomicNamed())
      return lowerAtomic(*atomic);
    if (isBlockRead())
      return lowerBlockRead();
    if (isBlockWrite())
      return lowerBlockWrite();
    if (std::optional<Dot> dot = dotNamed())
      return lowerDot(*dot);
    if (rest.consume_front(extendedReadPrefix))
      return lowerExtendedRead(rest);
    if (rest.consume_front(spirvPrefix))
      return lowerSpirvConversion(rest);
    if (!rest.consume_front(namePrefix))
      return false;
    if (rest.consume_front("subgroup_block_"))
      return lowerBlock2d(rest);
    if (rest.consume_front("lsc_"))
      return lowerMemory(rest);
    if (rest.consume_front("sub_group16_"))
      return lowerMatrix(rest, /*isWide=*/true);
    return rest.consume_front("sub_group_") && lowerMatrix(rest, /*isWide=*/false);
  }

private:
  struct Atomic {
    StringLiteral name, instruction, type;
  };
  struct Float8 {
    StringLiteral name, format;
    bool isNarrow, saturates;
  };
  struct Dot {
    StringLiteral name, instruction;
    bool isSwapped;
  };

  Value *operand(unsigned i) const { return call.getArgOperand(i); }
  Type *operandType(unsigned i) const { return operand(i)->getType(); }
  bool isPointer(unsigned i) const { return operandType(i)->isPointerTy(); }
  bool isInteger(unsigned i) const { return operandType(i)->isIntegerTy(); }
  bool isInt32(unsigned i) const { return operandType(i)->isIntegerTy(32); }

  void replaceWith(Value *value) {
    if (value) {
      if (isa<Instruction>(value))
        value->takeName(&call);
      call.replaceAllUsesWith(value);
    }
    call.eraseFromParent();
  }

  /// Reports what is wrong with the call.
  bool refuse(const Twine &reason) {
    reportError(call, "function '" + name + "' " + reason);
    replaceWith(call.getType()->isVoidTy() ? nullptr : PoisonValue::get(call.getType()));
    return true;
  }
  bool refuseTypes() {
    std::string types;
    raw_string_ostream os(types);
    interleaveComma(call.args(), os, [&](const Use &use) { os << *use->getType(); });
    return refuse("has no form with a result of type " + typeText(*call.getType()) +
                  " and operands of types (" + types + ")");
  }

  /// A call of __spirv_<instruction>. Different types make different functions.
  Value *spirvCall(StringRef instruction, Type *result, ArrayRef<Value *> operands,
                   bool isConvergent) {
    const std::string base = ("__spirv_" + instruction).str();
    std::string function = "_Z" + utostr(base.size()) + base + "." + typeText(*result);
    SmallVector<Type *> types;
    for (Value *value : operands) {
      types.push_back(value->getType());
      function += "." + typeText(*value->getType());
    }
    FunctionCallee callee = call.getModule()->getOrInsertFunction(
        function, FunctionType::get(result, types, /*isVarArg=*/false));
    auto *declaration = cast<Function>(callee.getCallee());
    declaration->setCallingConv(call.getCallingConv());
    declaration->addFnAttr(Attribute::NoUnwind);
    if (isConvergent)
      declaration->addFnAttr(Attribute::Convergent);
    CallInst *made = builder.CreateCall(callee, operands);
    made->setCallingConv(call.getCallingConv());
    return made;
  }

  // Conversions.

  std::optional<StringRef> conversion() const {
    return StringSwitch<std::optional<StringRef>>(name)
#define HEDDLE_IB_CONVERSION(function, instruction) .Case(#function, StringRef(#instruction))
#include "compiler/spirv/builtins/ib_functions.def"
        .Default(std::nullopt);
  }

  bool lowerConversion(StringRef instruction) {
    Type *from = instruction == "ConvertFToBF16INTEL" ? builder.getFloatTy() : builder.getInt16Ty();
    Type *to = instruction == "ConvertFToBF16INTEL" ? builder.getInt16Ty() : builder.getFloatTy();
    unsigned width = 0;
    name.rsplit('_').second.getAsInteger(10, width);
    const auto wide = [&](Type *scalar) -> Type * {
      return width == 1 ? scalar : FixedVectorType::get(scalar, width);
    };
    if (call.arg_size() != 1 || operandType(0) != wide(from) || call.getType() != wide(to))
      return refuseTypes();
    replaceWith(spirvCall(instruction, call.getType(), {operand(0)}, /*isConvergent=*/false));
    return true;
  }

  std::optional<Float8> float8Named() const {
    static constexpr Float8 formats[] = {
#define HEDDLE_IB_FLOAT8(function, format, isNarrow, saturates)                                    \
  {#function, #format, isNarrow, saturates},
#include "compiler/spirv/builtins/ib_functions.def"
    };
    const auto *found = find_if(formats, [&](const Float8 &row) { return row.name == name; });
    return found == std::end(formats) ? std::nullopt : std::optional(*found);
  }

  /// Through floats, which have all numbers of both.
  bool lowerFloat8(const Float8 &format) {
    unsigned width = 0;
    StringRef rest = name;
    rest.consume_back("_sat");
    rest.rsplit('_').second.getAsInteger(10, width);
    const auto wide = [&](Type *scalar) -> Type * {
      return width == 1 ? scalar : FixedVectorType::get(scalar, width);
    };
    Type *halves = wide(builder.getHalfTy()), *bytes = wide(builder.getInt8Ty());
    if (call.arg_size() != 1 || operandType(0) != (format.isNarrow ? halves : bytes) ||
        call.getType() != (format.isNarrow ? bytes : halves))
      return refuseTypes();
    replaceWith(format.isNarrow ? narrowed(operand(0), format.format, format.saturates, bytes)
                                : widened(operand(0), format.format, halves));
    return true;
  }

  /// Halves, or the bits of bfloats, as floats of 8 bits.
  Value *narrowed(Value *value, StringRef format, bool saturates, Type *result) {
    Type *floats = value->getType()->getWithNewType(builder.getFloatTy());
    Value *wide = value->getType()->isIntOrIntVectorTy()
                      ? spirvCall("ConvertBF16ToFINTEL", floats, {value}, /*isConvergent=*/false)
                      : builder.CreateFPExt(value, floats);
    return spirvCall(("ConvertFTo" + format + (saturates ? "Sat" : "")).str(), result, {wide},
                     /*isConvergent=*/false);
  }

  /// And back, which is exact.
  Value *widened(Value *bits, StringRef format, Type *result) {
    Type *floats = result->getWithNewType(builder.getFloatTy());
    Value *wide =
        spirvCall(("Convert" + format + "ToF").str(), floats, {bits}, /*isConvergent=*/false);
    return result->isIntOrIntVectorTy()
               ? spirvCall("ConvertFToBF16INTEL", result, {wide}, /*isConvergent=*/false)
               : builder.CreateFPTrunc(wide, result);
  }

  /// __builtin_spirv_[Clamp]Convert<FP16|BF16>To<E4M3|E5M2><INTEL|EXT> and the way back, of any
  /// number of components.
  bool lowerSpirvConversion(StringRef rest) {
    const bool saturates = rest.consume_front("Clamp");
    if (!rest.consume_front("Convert") || !(rest.consume_back("INTEL") || rest.consume_back("EXT")))
      return false;
    const auto [from, to] = rest.split("To");
    const auto isSmall = [](StringRef format) { return format == "E4M3" || format == "E5M2"; };
    const auto isLarge = [](StringRef format) { return format == "FP16" || format == "BF16"; };
    const bool isNarrow = isLarge(from) && isSmall(to);
    if (!isNarrow && !(isSmall(from) && isLarge(to) && !saturates))
      return false;
    Type *large = (isNarrow ? from : to) == "FP16" ? builder.getHalfTy() : builder.getInt16Ty();
    if (call.arg_size() != 1 ||
        operandType(0)->getScalarType() != (isNarrow ? large : builder.getInt8Ty()) ||
        call.getType() != operandType(0)->getWithNewType(isNarrow ? builder.getInt8Ty() : large))
      return refuseTypes();
    replaceWith(isNarrow ? narrowed(operand(0), to, saturates, call.getType())
                         : widened(operand(0), from, call.getType()));
    return true;
  }

  bool lowerCycleCounter() {
    if (!call.arg_empty() || !call.getType()->isIntegerTy(64))
      return refuseTypes();
    replaceWith(spirvCall("ReadClockKHR", call.getType(), {builder.getInt32(deviceScope)},
                          /*isConvergent=*/false));
    return true;
  }

  /// The first 32 lanes' bits.
  bool lowerBallot() {
    if (call.arg_size() != 1 || !isInteger(0) || !call.getType()->isIntegerTy(32))
      return refuseTypes();
    Value *isSet = builder.CreateIsNotNull(operand(0));
    Value *words = spirvCall("GroupNonUniformBallot", FixedVectorType::get(builder.getInt32Ty(), 4),
                             {builder.getInt32(subgroupScope), isSet}, /*isConvergent=*/true);
    replaceWith(builder.CreateExtractElement(words, std::uint64_t(0)));
    return true;
  }

  // Atomics.

  std::optional<Atomic> atomicNamed() const {
    static constexpr Atomic atomics[] = {
#define HEDDLE_IB_ATOMIC(function, instruction, type) {#function, #instruction, #type},
#include "compiler/spirv/builtins/ib_functions.def"
    };
    const auto *found = find_if(atomics, [&](const Atomic &atomic) { return atomic.name == name; });
    return found == std::end(atomics) ? std::nullopt : std::optional(*found);
  }

  bool lowerAtomic(const Atomic &atomic) {
    Type *type = StringSwitch<Type *>(atomic.type)
                     .Case("half", builder.getHalfTy())
                     .Case("float", builder.getFloatTy())
                     .Default(builder.getDoubleTy());
    const bool isLocal = name.contains("_local_");
    if (call.arg_size() != 2 || !isPointer(0) || operandType(1) != type || call.getType() != type ||
        operandType(0)->getPointerAddressSpace() != (isLocal ? localSpace : globalSpace))
      return refuseTypes();
    replaceWith(spirvCall(atomic.instruction, type,
                          {operand(0), builder.getInt32(isLocal ? workGroupScope : deviceScope),
                           builder.getInt32(relaxed), operand(1)},
                          /*isConvergent=*/false));
    return true;
  }

  // Blocks of a sub-group.

  bool isBlockRead() const {
    static constexpr StringLiteral names[] = {
#define HEDDLE_IB_BLOCK_READ(function) #function,
#include "compiler/spirv/builtins/ib_functions.def"
    };
    return is_contained(names, name);
  }
  bool isBlockWrite() const {
    static constexpr StringLiteral names[] = {
#define HEDDLE_IB_BLOCK_WRITE(function) #function,
#include "compiler/spirv/builtins/ib_functions.def"
    };
    return is_contained(names, name);
  }

  /// The type that the name says: …_<count>_<space>[_<letter>].
  Type *blockType() {
    StringRef rest = name;
    const unsigned bits = rest.consume_back("_b")   ? 8
                          : rest.consume_back("_h") ? 16
                          : rest.consume_back("_l") ? 64
                                                    : 32;
    unsigned count = 0;
    rest.rsplit('_').first.rsplit('_').second.getAsInteger(10, count);
    Type *scalar = builder.getIntNTy(bits);
    return count == 1 ? scalar : FixedVectorType::get(scalar, count);
  }
  bool pointsWhereNamed() const {
    return isPointer(0) && operandType(0)->getPointerAddressSpace() ==
                               (name.contains("_local") ? localSpace : globalSpace);
  }

  bool lowerBlockRead() {
    Type *type = blockType();
    if (call.arg_size() != 1 || !pointsWhereNamed() || call.getType() != type)
      return refuseTypes();
    replaceWith(spirvCall("SubgroupBlockReadINTEL", type, {operand(0)}, /*isConvergent=*/true));
    return true;
  }
  bool lowerBlockWrite() {
    if (call.arg_size() != 2 || !pointsWhereNamed() || operandType(1) != blockType() ||
        !call.getType()->isVoidTy())
      return refuseTypes();
    spirvCall("SubgroupBlockWriteINTEL", builder.getVoidTy(), {operand(0), operand(1)},
              /*isConvergent=*/true);
    replaceWith(nullptr);
    return true;
  }

  // Dot products of four bytes.

  std::optional<Dot> dotNamed() const {
    static constexpr Dot dots[] = {
#define HEDDLE_IB_DOT(function, instruction, swapped) {#function, #instruction, swapped},
#include "compiler/spirv/builtins/ib_functions.def"
    };
    const auto *found = find_if(dots, [&](const Dot &dot) { return dot.name == name; });
    return found == std::end(dots) ? std::nullopt : std::optional(*found);
  }

  bool lowerDot(const Dot &dot) {
    if ((call.arg_size() != 3 && call.arg_size() != 4) || !isInt32(0) || !isInt32(1) ||
        !isInt32(2) || !call.getType()->isIntegerTy(32))
      return refuseTypes();
    auto *saturates = call.arg_size() == 4 ? dyn_cast<ConstantInt>(operand(3)) : builder.getFalse();
    if (!saturates)
      return refuse("saturates or does not by a constant");
    Value *a = operand(dot.isSwapped ? 2 : 1), *b = operand(dot.isSwapped ? 1 : 2);
    Value *format = builder.getInt32(packedVectorFormat);
    const std::string instruction = dot.instruction.str();
    Type *i32 = builder.getInt32Ty();
    replaceWith(
        saturates->isZero()
            ? builder.CreateAdd(operand(0), spirvCall(instruction + "KHR", i32, {a, b, format},
                                                      /*isConvergent=*/false))
            : spirvCall(instruction + "AccSatKHR", i32, {a, b, operand(0), format},
                        /*isConvergent=*/false));
    return true;
  }

  // Blocks of a matrix.

  struct Block2d {
    StringLiteral shape;
    unsigned bits, rows, columns, blocks;
    BlockOrder order;
  };

  static BlockOrder consumeOrder(StringRef &rest) {
    return rest.consume_front("transform_")   ? BlockOrder::transform
           : rest.consume_front("transpose_") ? BlockOrder::transpose
                                              : BlockOrder::plain;
  }

  static const Block2d *blockNamed(StringRef shape, BlockOrder order) {
    static constexpr Block2d table[] = {
#define HEDDLE_IB_BLOCK_2D(shape, bits, rows, columns, blocks, order)                              \
  {#shape, bits, rows, columns, blocks, BlockOrder::order},
#include "compiler/spirv/builtins/ib_functions.def"
    };
    const auto *row = find_if(table, [&](const Block2d &candidate) {
      return candidate.shape == shape && candidate.order == order;
    });
    return row == std::end(table) ? nullptr : row;
  }

  /// Width, height and pitch are what they are, not one less.
  bool lowerExtendedRead(StringRef rest) {
    sizeOffset = 0;
    const BlockOrder order = consumeOrder(rest);
    const Block2d *row = blockNamed(rest, order);
    if (!row)
      return false;
    Type *coordinate = FixedVectorType::get(builder.getInt32Ty(), 2);
    if (call.arg_size() != 5 || !isPointer(0) || !isInt32(1) || !isInt32(2) || !isInt32(3) ||
        operandType(4) != coordinate || call.getType()->isVoidTy())
      return refuseTypes();
    return replaceWithBlock(*row, /*isWrite=*/false, /*isPrefetch=*/false);
  }

  bool lowerBlock2d(StringRef rest) {
    const bool isWrite = rest.consume_front("write_");
    if (!isWrite && !rest.consume_front("read_"))
      return false;
    rest.consume_front("flat_");
    const bool hasCacheControl = rest.consume_front("cacheopts_");
    const bool isPrefetch = !isWrite && rest.consume_front("prefetch_");
    const BlockOrder order = isWrite || isPrefetch ? BlockOrder::plain : consumeOrder(rest);
    const Block2d *row = blockNamed(rest, order);
    if (!row)
      return false;

    const unsigned hint = hasCacheControl || isPrefetch ? 1 : 0;
    Type *i32 = builder.getInt32Ty();
    if (call.arg_size() != 5 + (isWrite ? 1 : 0) + hint ||
        !(operandType(0)->isIntegerTy(64) || isPointer(0)) || !isInt32(1) || !isInt32(2) ||
        !isInt32(3) || operandType(4) != FixedVectorType::get(i32, 2) ||
        (isWrite || isPrefetch) != call.getType()->isVoidTy())
      return refuseTypes();
    return replaceWithBlock(*row, isWrite, isPrefetch);
  }

  bool replaceWithBlock(const Block2d &row, bool isWrite, bool isPrefetch) {
    const unsigned lanes = subGroupSize(*call.getFunction(), 0);
    const BlockShape shape{row.bits / 8, row.columns, row.rows ? row.rows : lanes, row.blocks,
                           row.order};
    Type *value = isWrite ? operandType(5) : call.getType();
    if (!isPrefetch) {
      const unsigned bytes = shape.components(lanes) * shape.componentBytes(lanes);
      if (value->getPrimitiveSizeInBits() != 8 * bytes)
        return refuse("gives each of " + Twine(lanes) + " work-items " + Twine(bytes) +
                      " bytes, and is declared with " + typeText(*value));
    }
    makeBlock2d(shape, isWrite, isPrefetch, value);
    return true;
  }

  void makeBlock2d(const BlockShape &shape, bool isWrite, bool isPrefetch, Type *value) {
    Function &function = *call.getFunction();
    Value *place = nullptr;
    if (!isPrefetch) {
      IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().begin());
      place = entry.CreateAlloca(value);
    }
    if (isWrite)
      builder.CreateStore(operand(5), place);
    SmallVector<Value *, 10> operands = {
        builder.getInt32(shape.elementBytes), builder.getInt32(shape.columns),
        builder.getInt32(shape.rows), builder.getInt32(shape.blocks)};
    if (isWrite)
      operands.push_back(place);
    Type *global = builder.getPtrTy(globalSpace);
    operands.push_back(isPointer(0) ? builder.CreateAddrSpaceCast(operand(0), global)
                                    : builder.CreateIntToPtr(operand(0), global));
    for (unsigned i = 1; i < 4; ++i)
      operands.push_back(builder.CreateAdd(operand(i), builder.getInt32(sizeOffset)));
    operands.push_back(operand(4));
    if (!isWrite && !isPrefetch)
      operands.push_back(place);
    const StringRef instruction =
        isPrefetch                             ? "Subgroup2DBlockPrefetchINTEL"
        : isWrite                              ? "Subgroup2DBlockStoreINTEL"
        : shape.order == BlockOrder::transform ? "Subgroup2DBlockLoadTransformINTEL"
        : shape.order == BlockOrder::transpose ? "Subgroup2DBlockLoadTransposeINTEL"
                                               : "Subgroup2DBlockLoadINTEL";
    spirvCall(instruction, builder.getVoidTy(), operands, /*isConvergent=*/true);
    replaceWith(isWrite || isPrefetch ? nullptr : builder.CreateLoad(value, place));
  }

  /// What the kernels that call it require; 16 is the size of all kernels with such blocks else.
  static unsigned subGroupSize(const Function &function, unsigned depth) {
    constexpr unsigned usual = 16, maxDepth = 8;
    if (const unsigned required = requiredSubGroupSize(function))
      return required;
    for (const User *user : function.users())
      if (const auto *caller = dyn_cast<CallBase>(user); caller && depth < maxDepth)
        return subGroupSize(*caller->getFunction(), depth + 1);
    return usual;
  }

  // Memory.

  bool lowerMemory(StringRef rest) {
    const bool isPrefetch = rest.consume_front("prefetch_");
    const bool isStore = !isPrefetch && rest.consume_front("store_");
    if (!isPrefetch && !isStore && !rest.consume_front("load_"))
      return false;
    const bool isLocal = !isPrefetch && rest.consume_front("local_");
    if (!isLocal && !rest.consume_front("global_"))
      return false;
    struct Row {
      StringLiteral type;
      unsigned bits, count, memoryBits;
    };
    static constexpr Row table[] = {
#define HEDDLE_IB_MEMORY(type, bits, count, memoryBits) {#type, bits, count, memoryBits},
#include "compiler/spirv/builtins/ib_functions.def"
    };
    const auto *row = find_if(table, [&](const Row &candidate) { return candidate.type == rest; });
    // Narrow values are moved in 32 bits, narrow memory is prefetched by its own name.
    if (row == std::end(table) || (row->bits < 32) != (isPrefetch && row->memoryBits < 32) ||
        (rest.contains("_to_") && isStore) || (rest.contains("_from_") && !isStore))
      return false;

    const auto vectorOf = [&](unsigned bits) -> Type * {
      Type *scalar = builder.getIntNTy(bits);
      return row->count == 1 ? scalar : FixedVectorType::get(scalar, row->count);
    };
    Type *value = vectorOf(row->bits), *memory = vectorOf(row->memoryBits);
    const bool hasValue = isStore && call.arg_size() > 2;
    if (call.arg_size() != 2u + isStore + !isLocal || !isPointer(0) || !isInteger(1) ||
        operandType(0)->getPointerAddressSpace() != (isLocal ? localSpace : globalSpace) ||
        (isStore && (!hasValue || operandType(2) != value)) ||
        call.getType() != (isStore || isPrefetch ? builder.getVoidTy() : value))
      return refuseTypes();

    Value *place = builder.CreateGEP(memory, operand(0), operand(1));
    const Align alignment(row->memoryBits / 8);
    if (isPrefetch) {
      // A hint; the caches of a CPU see a row of work-items come by themselves.
      replaceWith(nullptr);
    } else if (isStore) {
      builder.CreateAlignedStore(builder.CreateTrunc(operand(2), memory), place, alignment);
      replaceWith(nullptr);
    } else {
      replaceWith(builder.CreateZExt(builder.CreateAlignedLoad(memory, place, alignment), value));
    }
    return true;
  }

  // Matrices.

  struct Factor {
    unsigned bits;
    bool isSigned, isFloat;
    unsigned operand; ///< of matrix A; that of B is the bit above it
  };

  static std::optional<Factor> factorNamed(StringRef format) {
    return StringSwitch<std::optional<Factor>>(format)
        .Case("s8", Factor{8, true, false, 0x10})
        .Case("u8", Factor{8, false, false, 0x10})
        .Case("s4", Factor{4, true, false, 0x40})
        .Case("u4", Factor{4, false, false, 0x40})
        .Case("bf", Factor{16, true, true, 0x1000})
        .Case("hf", Factor{16, true, true, 0x400})
        .Case("tf32", Factor{32, true, true, 0x100})
        .Case("hf8", Factor{8, true, true, 0x4000})
        .Case("bf8", Factor{8, true, true, 0x10000})
        .Case("e2m1", Factor{4, true, true, 0x40000})
        .Default(std::nullopt);
  }

  /// <i|f|b>dpas_<formats>_8_<rows>: MatrixA/BSignedComponents and the packing of
  /// SPV_INTEL_subgroup_matrix_multiply_accumulate and its relatives.
  bool lowerMatrix(StringRef rest, bool isWide) {
    const bool isScaled = isWide && rest.consume_front("bdpas_");
    const bool isFloat = isScaled || rest.consume_front("fdpas_");
    if (!isFloat && !rest.consume_front("idpas_"))
      return false;
    SmallVector<StringRef, 6> parts;
    rest.split(parts, '_');
    // At size 16 floats say the formats of the result and the accumulator first.
    const unsigned formats = isFloat && isWide ? 2 : 0;
    unsigned rows = 0;
    if (parts.size() != formats + 4 || parts[formats + 2] != "8" ||
        parts.back().getAsInteger(10, rows) || rows < 1 || rows > 8)
      return false;
    const std::optional<Factor> a = factorNamed(parts[formats]),
                                b = factorNamed(parts[formats + 1]);
    // Of floats only those of 8 bits are mixed.
    if (!a || !b || a->isFloat != isFloat || b->isFloat != isFloat ||
        (isFloat && parts[formats] != parts[formats + 1] && (a->bits != 8 || b->bits != 8)))
      return false;
    constexpr unsigned signedA = 1, signedB = 2, bfloatC = 4, bfloatResult = 8, scales = 0x300000;
    const unsigned k = 256 / std::max(a->bits, b->bits);
    unsigned operands = a->operand | b->operand << 1;
    if (!isFloat)
      operands |= (a->isSigned ? signedA : 0) | (b->isSigned ? signedB : 0);
    if (formats)
      operands |= (parts[1] == "bf" ? bfloatC : 0) | (parts[0] == "bf" ? bfloatResult : 0);
    if (call.arg_size() != (isScaled ? 5 : 3) || call.getType()->isVoidTy())
      return refuseTypes();
    const auto *vector = dyn_cast<FixedVectorType>(call.getType());
    if ((vector ? vector->getNumElements() : 1) != rows)
      return refuseTypes();
    SmallVector<Value *, 7> arguments = {builder.getInt32(k), operand(1), operand(2), operand(0)};
    if (isScaled) {
      append_range(arguments, ArrayRef<Value *>{operand(3), operand(4)});
      operands |= scales;
    }
    arguments.push_back(builder.getInt32(operands));
    replaceWith(spirvCall(isScaled ? "SubgroupScaledMatrixMultiplyAccumulateINTEL"
                                   : "SubgroupMatrixMultiplyAccumulateINTEL",
                          call.getType(), arguments, /*isConvergent=*/true));
    return true;
  }

  IRBuilder<> builder; ///< stands before the call
  CallBase &call;
  const StringRef name;
  unsigned sizeOffset = 1; ///< what the operands of a block lack of its sizes
};

} // namespace

PreservedAnalyses IbFunctionsToSpirvPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : make_early_inc_range(module)) {
    // Programs may declare them as overloadable functions, too.
    StringRef name = function.getName();
    if (unsigned length = 0; name.consume_front("_Z") && !name.consumeInteger(10, length))
      name = name.take_front(length);
    if (!function.isDeclaration() ||
        !(name.starts_with(namePrefix) || name.starts_with(extendedReadPrefix) ||
          name.starts_with(spirvPrefix) || name == cycleCounter || name == ballot))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallBase>(user);
      if (!call || call->getCalledOperand() != &function)
        continue;
      if (!IbCall(*call, name).lower())
        break;
      changed = true;
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
