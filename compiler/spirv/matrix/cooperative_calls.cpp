#include "compiler/spirv/matrix/cooperative_calls.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/float_formats.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/matrix/reported_products.hpp"
#include "compiler/spirv/module/spirv_matrices.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral matrixName("__spirv_CooperativeMatrixKHR__");

/// A matrix type in a mangled name: "__spirv_CooperativeMatrixKHR__half_3_8_16_0", in which only
/// the size of the component counts.
std::optional<CooperativeMatrix> matrixOfName(StringRef mangled, LLVMContext &context) {
  const std::size_t place = mangled.find(matrixName);
  if (place == StringRef::npos)
    return std::nullopt;
  mangled = mangled.drop_front(place + matrixName.size());
  auto [element, rest] = mangled.split('_');
  CooperativeMatrix matrix;
  const unsigned bits = StringSwitch<unsigned>(element)
                            .Cases({"char", "uchar", "schar"}, 8)
                            .Cases({"short", "ushort", "half", "bfloat", "bfloat16"}, 16)
                            .Cases({"int", "uint", "float"}, 32)
                            .Cases({"long", "ulong", "double"}, 64)
                            .Default(0);
  unsigned use = 0;
  if (bits == 0 || rest.consumeInteger(10, matrix.scope) || !rest.consume_front("_") ||
      rest.consumeInteger(10, matrix.rows) || !rest.consume_front("_") ||
      rest.consumeInteger(10, matrix.columns) || !rest.consume_front("_") ||
      rest.consumeInteger(10, use))
    return std::nullopt;
  matrix.component = IntegerType::get(context, bits);
  matrix.use = static_cast<MatrixUse>(use);
  return matrix;
}

/// Bytes of what the first operand points to, from its mangled type; 0 if the name does not say.
unsigned pointeeBytes(StringRef mangled) {
  if (!mangled.consume_front("P"))
    return 0;
  unsigned number = 0;
  while (mangled.consume_front("K") || mangled.consume_front("V") || mangled.consume_front("U")) {
    if (!mangled.consumeInteger(10, number))
      mangled = mangled.drop_front(number); // "3AS1"
  }
  unsigned count = 1;
  if (mangled.consume_front("Dv") &&
      (mangled.consumeInteger(10, count) || !mangled.consume_front("_")))
    return 0;
  // Vectors of three take the room of four.
  if (count == 3)
    count = 4;
  if (mangled.starts_with("Dh") || mangled.starts_with("DF16") || mangled.starts_with("u6__bf16"))
    return 2 * count;
  return count * StringSwitch<unsigned>(mangled.take_front(1))
                     .Cases({"c", "a", "h", "b", "v"}, 1)
                     .Cases({"s", "t"}, 2)
                     .Cases({"i", "j", "f"}, 4)
                     .Cases({"l", "m", "x", "y", "d"}, 8)
                     .Default(0);
}

/// Also where the translator forgets to mangle: __spirv_ConstantComposite_R….
std::optional<BuiltinName> nameOfInstruction(StringRef function) {
  if (!function.consume_front("__spirv_"))
    return parseBuiltinName(function);
  auto [base, modifiers] = function.split("_R");
  return BuiltinName{base, modifiers};
}

class CallLowering {
public:
  CallLowering(CallInst &call, const Function &declaration, BuiltinName name, unsigned lanes,
               bool warnsOfShapes)
      : call(call), declaration(declaration), name(name), lanes(lanes),
        warnsOfShapes(warnsOfShapes), builder(&call) {}

  void run();

private:
  std::optional<CooperativeMatrix> operandMatrix(unsigned index) const {
    const FunctionType *type = declaration.getFunctionType();
    return index < type->getNumParams() ? CooperativeMatrix::of(type->getParamType(index))
                                        : std::nullopt;
  }
  std::optional<CooperativeMatrix> resultMatrix() const {
    return CooperativeMatrix::of(declaration.getReturnType());
  }
  Value *operand(unsigned index) const { return call.getArgOperand(index); }
  Value *elements(unsigned index) {
    std::optional<CooperativeMatrix> matrix = operandMatrix(index);
    return matrix ? asElements(builder, operand(index), *matrix, lanes) : operand(index);
  }
  Value *result(Value *elements) { return asPart(builder, elements, *resultMatrix(), lanes); }
  Value *wide(Value *integer) {
    return builder.CreateIntCast(integer, builder.getInt64Ty(), /*isSigned=*/true);
  }

  Expected<Value *> lower();
  Expected<Value *> access(InternalOp op);
  Expected<Value *> arithmetic();
  Expected<Value *> conversion();
  Expected<Value *> multiplyAdd();
  Value *splat(const CooperativeMatrix &matrix, Value *scalar);
  Value *insideOf(const CooperativeMatrix &matrix, Value *x, Value *y, Value *height, Value *width);
  std::pair<Value *, Value *> placeOfLane(const CooperativeMatrix &matrix);
  Value *coordinate(const CooperativeMatrix &matrix, Value *index);
  Value *laneId();

  CallInst &call;
  const Function &declaration;
  const BuiltinName name;
  const unsigned lanes;
  const bool warnsOfShapes;
  IRBuilder<> builder;
};

Error invalid(const Twine &message) { return createStringError("cooperative matrix: " + message); }

Value *CallLowering::laneId() {
  auto *type = FunctionType::get(builder.getInt32Ty(), false);
  return builder.CreateCall(getInternalOp(*call.getModule(), InternalOp::subGroupLocalId, type));
}

Value *CallLowering::splat(const CooperativeMatrix &matrix, Value *scalar) {
  const unsigned count = matrix.length(lanes);
  return count == 1 ? scalar : builder.CreateVectorSplat(count, scalar);
}

/// Loads and stores: pointer[, x, y][, object], layout[, height, width][, stride][, memory
/// operand].
Expected<Value *> CallLowering::access(InternalOp op) {
  const bool isStore = op == InternalOp::cooperativeStore;
  const bool isChecked = name.base.contains("Checked"), isOffset = name.base.contains("Offset");
  unsigned next = 1;
  Value *x = builder.getInt64(0), *y = builder.getInt64(0);
  if (isChecked || isOffset) {
    x = wide(operand(next++));
    y = wide(operand(next++));
  }
  const std::optional<CooperativeMatrix> matrix = isStore ? operandMatrix(next) : resultMatrix();
  Value *object = isStore ? operand(next++) : nullptr;
  auto *layoutOperand = dyn_cast<ConstantInt>(operand(next++));
  if (!matrix || !layoutOperand || layoutOperand->getZExtValue() > 2)
    return invalid("the layout is not a constant of 0 (row-major), 1 (column-major) or 2 (packed)");
  auto layout = static_cast<MatrixLayout>(layoutOperand->getZExtValue());
  if (layout == MatrixLayout::packed && matrix->use == MatrixUse::accumulator)
    return invalid("an accumulator has no packed layout");
  if (layout == MatrixLayout::packed && (matrix->use == MatrixUse::a || matrix->packing() == 1))
    layout = MatrixLayout::rowMajor;

  const unsigned bytes = matrix->elementBytes();
  // Stride and memory operands stand last.
  auto *memoryOperands = dyn_cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  const bool areHalves = next + 1 < call.arg_size() && !isChecked && memoryOperands &&
                         (memoryOperands->getZExtValue() & fourBitComponents);
  MatrixAccess access{areHalves ? 4 : 8 * bytes, matrix->rows, matrix->columns, matrix->use,
                      layout};
  Value *height = builder.getInt64(unboundedWidth), *width = height;
  if (isChecked) {
    height = wide(operand(next++));
    width = builder.CreateMul(wide(operand(next++)), builder.getInt64(bytes));
  }
  // Without a stride lines are dense.
  Value *pitch = builder.getInt64(access.lineBytes());
  if (next < call.arg_size()) {
    const unsigned unit = pointeeBytes(name.operandTypes);
    if (unit == 0)
      return invalid("strides count elements of what the pointer points to, which has no size");
    pitch = builder.CreateMul(wide(operand(next)), builder.getInt64(unit));
  }
  Value *pointer = operand(0);
  if (isOffset) {
    // Rows and columns of the matrix; in lines of memory: which line, and which element of it.
    Value *line = x, *element = y;
    if (layout == MatrixLayout::columnMajor)
      std::swap(line, element);
    if (layout == MatrixLayout::packed) {
      line = builder.CreateSDiv(x, builder.getInt64(matrix->packing()));
      element = builder.CreateMul(y, builder.getInt64(matrix->packing()));
    }
    pointer = builder.CreatePtrAdd(
        pointer, builder.CreateAdd(builder.CreateMul(line, pitch),
                                   builder.CreateMul(element, builder.getInt64(bytes))));
    x = y = builder.getInt64(0);
  }
  // Internal operations count x along a line.
  SmallVector<Value *, 12> operands{pointer,
                                    width,
                                    height,
                                    pitch,
                                    builder.CreateMul(y, builder.getInt64(bytes)),
                                    x,
                                    builder.getInt32(access.elementBits),
                                    builder.getInt32(matrix->rows),
                                    builder.getInt32(matrix->columns),
                                    builder.getInt32(unsigned(matrix->use)),
                                    builder.getInt32(unsigned(layout))};
  if (isStore)
    operands.push_back(object);
  SmallVector<Type *, 12> types;
  for (Value *value : operands)
    types.push_back(value->getType());
  Type *type = isStore ? builder.getVoidTy() : matrix->partType(lanes);
  return builder.CreateCall(
      getInternalOp(*call.getModule(), op, FunctionType::get(type, types, /*isVarArg=*/false)),
      operands);
}

Expected<Value *> CallLowering::arithmetic() {
  StringRef operation = name.base;
  Value *x = elements(0), *y = call.arg_size() > 1 ? elements(1) : nullptr;
  if (operation == "MatrixTimesScalar" || operation == "VectorTimesScalar") {
    y = splat(*operandMatrix(0), y);
    operation = "FMul";
  }
  if (operation == "SNegate")
    return result(builder.CreateNeg(x));
  if (operation == "FNegate")
    return result(builder.CreateFNeg(x));
  const auto opcode = StringSwitch<unsigned>(operation)
                          .Case("IAdd", Instruction::Add)
                          .Case("FAdd", Instruction::FAdd)
                          .Case("ISub", Instruction::Sub)
                          .Case("FSub", Instruction::FSub)
                          .Case("IMul", Instruction::Mul)
                          .Case("FMul", Instruction::FMul)
                          .Case("SDiv", Instruction::SDiv)
                          .Case("UDiv", Instruction::UDiv)
                          .Case("FDiv", Instruction::FDiv)
                          .Default(0);
  if (!opcode || !y)
    return invalid("instruction Op" + name.base + " is not defined for matrices");
  return result(builder.CreateBinOp(static_cast<Instruction::BinaryOps>(opcode), x, y));
}

// The same conversion of vectors, for the family that lowers it.
Expected<Value *> CallLowering::conversion() {
  const std::optional<CooperativeMatrix> to = resultMatrix();
  Value *value = elements(0);
  Type *type = to->elementsType(lanes);
  if (name.base == "Bitcast")
    return result(builder.CreateBitCast(value, type));
  if (name.base == "RoundFToTF32INTEL")
    return result(roundToTf32(builder, value));
  if (name.base == "ConvertFToBF16INTEL")
    return result(roundToBFloat16(builder, value));
  if (name.base == "ConvertBF16ToFINTEL")
    return result(widenBFloat16(builder, value));
  const std::string plain = ("__spirv_" + name.base + "_R" + name.modifiers).str();
  std::string types;
  raw_string_ostream os(types);
  os << "_" << *type << "_" << *value->getType();
  FunctionCallee convert = call.getModule()->getOrInsertFunction(
      ("_Z" + Twine(plain.size()) + plain + types).str(), type, value->getType());
  return result(builder.CreateCall(convert, {value}));
}

Expected<Value *> CallLowering::multiplyAdd() {
  MatrixProduct product{*operandMatrix(0),
                        *operandMatrix(1),
                        *operandMatrix(2),
                        *resultMatrix(),
                        operand(0),
                        operand(1),
                        operand(2),
                        0,
                        lanes};
  if (call.arg_size() > 3) {
    auto *operands = dyn_cast<ConstantInt>(operand(3));
    if (!operands)
      return invalid("the operands of a product are not a constant");
    product.operands = operands->getZExtValue();
  }
  if (warnsOfShapes && !isReportedProduct(product))
    reportWarning(call, "clGetDeviceCooperativeMatrixInfoKHR has no product of " +
                            describeProduct(product) + " at sub-group size " + Twine(lanes) +
                            ": devices need not have it");
  return createCooperativeMad(builder, product);
}

/// What the lane adds to the row and the column that a component has in lane 0.
std::pair<Value *, Value *> CallLowering::placeOfLane(const CooperativeMatrix &matrix) {
  if (matrix.rowsAbreast(lanes) == 1)
    return {builder.getInt32(0), laneId()};
  Value *lane = laneId(), *columns = builder.getInt32(matrix.columns);
  return {builder.CreateMul(builder.CreateUDiv(lane, columns), builder.getInt32(matrix.rowGroup())),
          builder.CreateURem(lane, columns)};
}

/// Row and column of a component; surplus ones have the last row or column.
Value *CallLowering::coordinate(const CooperativeMatrix &matrix, Value *index) {
  index = builder.CreateIntCast(index, builder.getInt32Ty(), /*isSigned=*/false);
  Value *group = builder.getInt32(matrix.rowGroup());
  Value *number = builder.CreateUDiv(index, group);
  Value *groups = builder.getInt32(matrix.groupsOfBlock(lanes));
  auto [laneRow, laneColumn] = placeOfLane(matrix);
  Value *row = builder.CreateMul(builder.CreateURem(number, groups),
                                 builder.getInt32(matrix.rowsAbreast(lanes) * matrix.rowGroup()));
  row = builder.CreateAdd(builder.CreateAdd(row, builder.CreateURem(index, group)), laneRow);
  Value *column = builder.CreateAdd(
      builder.CreateMul(builder.CreateUDiv(number, groups), builder.getInt32(lanes)), laneColumn);
  const auto clamped = [&](Value *value, unsigned count) {
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, value, builder.getInt32(count - 1));
  };
  Value *pair = PoisonValue::get(FixedVectorType::get(builder.getInt32Ty(), 2));
  pair = builder.CreateInsertElement(pair, clamped(row, matrix.rows), std::uint64_t(0));
  return builder.CreateInsertElement(pair, clamped(column, matrix.columns), 1);
}

/// For each component, whether it lies in a region of height x width when the matrix's first
/// element has the coordinates (x, y).
Value *CallLowering::insideOf(const CooperativeMatrix &matrix, Value *x, Value *y, Value *height,
                              Value *width) {
  const unsigned count = matrix.length(lanes), groups = matrix.groupsOfBlock(lanes);
  SmallVector<Constant *> rowOf, columnOf;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned number = i / matrix.rowGroup();
    rowOf.push_back(builder.getInt64(std::uint64_t(number % groups) * matrix.rowsAbreast(lanes) *
                                         matrix.rowGroup() +
                                     i % matrix.rowGroup()));
    columnOf.push_back(builder.getInt64(std::uint64_t(number / groups) * lanes));
  }
  const auto vector = [&](ArrayRef<Constant *> constants) -> Value * {
    return count == 1 ? constants[0] : ConstantVector::get(constants);
  };
  const auto within = [&](Value *place, Value *first, Value *limit) {
    place = builder.CreateAdd(place, splat(matrix, first));
    return builder.CreateAnd(builder.CreateICmpSGE(place, Constant::getNullValue(place->getType())),
                             builder.CreateICmpSLT(place, splat(matrix, limit)));
  };
  auto [laneRow, laneColumn] = placeOfLane(matrix);
  Value *row = builder.CreateAdd(x, builder.CreateZExt(laneRow, builder.getInt64Ty()));
  Value *column = builder.CreateAdd(y, builder.CreateZExt(laneColumn, builder.getInt64Ty()));
  return builder.CreateAnd(within(vector(rowOf), row, height),
                           within(vector(columnOf), column, width));
}

Expected<Value *> CallLowering::lower() {
  const StringRef base = name.base;
  if (base.starts_with("CooperativeMatrixLoad"))
    return access(InternalOp::cooperativeLoad);
  if (base.starts_with("CooperativeMatrixStore"))
    return access(InternalOp::cooperativeStore);
  if (base == "CooperativeMatrixMulAddKHR")
    return multiplyAdd();
  // A hint, left out as those of 2D blocks are.
  if (base == "CooperativeMatrixPrefetchINTEL")
    return nullptr;
  if (base == "CooperativeMatrixApplyFunctionINTEL")
    return invalid(
        "OpCooperativeMatrixApplyFunctionINTEL is not supported: it calls an object, and "
        "modules do not say which function of it");
  if (base == "CooperativeMatrixLengthKHR")
    return ConstantInt::get(call.getType(), operandMatrix(0)->length(lanes));
  if (base.ends_with("GetElementCoordINTEL"))
    return coordinate(*operandMatrix(0), operand(1));
  if (base == "CooperativeMatrixConstructCheckedINTEL") {
    const CooperativeMatrix matrix = *resultMatrix();
    Value *value = splat(matrix, operand(4));
    Value *inside =
        insideOf(matrix, wide(operand(0)), wide(operand(1)), wide(operand(2)), wide(operand(3)));
    return result(builder.CreateSelect(inside, value, Constant::getNullValue(value->getType())));
  }
  if (base.contains("AccessChain")) {
    const std::optional<CooperativeMatrix> matrix =
        matrixOfName(declaration.getName(), call.getContext());
    if (!matrix || call.arg_size() != 2)
      return invalid("an access chain to a component has one index");
    Value *component = builder.CreateGEP(matrix->component, operand(0), operand(1));
    if (auto *made = dyn_cast<Instruction>(component))
      setMatrixLength(*made, matrix->length(lanes));
    return component;
  }
  if (base == "CompositeConstruct" || base == "ConstantComposite" ||
      base == "CompositeConstructReplicateEXT") {
    if (call.arg_size() != 1)
      return invalid("a matrix is constructed of one component");
    return result(splat(*resultMatrix(), operand(0)));
  }
  // Calls that cooperative_matrices.cpp writes: (matrix, index), (component, matrix, index).
  if (base == "CompositeExtract") {
    Value *all = elements(0);
    return all->getType()->isVectorTy() ? builder.CreateExtractElement(all, operand(1)) : all;
  }
  if (base == "CompositeInsert") {
    Value *all = elements(1);
    return result(all->getType()->isVectorTy()
                      ? builder.CreateInsertElement(all, operand(0), operand(2))
                      : operand(0));
  }
  if (resultMatrix() && operandMatrix(0) &&
      (base.starts_with("Convert") || base.ends_with("Convert") || base.starts_with("SatConvert") ||
       base == "Bitcast" || base == "RoundFToTF32INTEL"))
    return conversion();
  if (resultMatrix() && operandMatrix(0))
    return arithmetic();
  return invalid("instruction Op" + base + " is not defined for matrices");
}

void CallLowering::run() {
  for (const Type *type : declaration.getFunctionType()->subtypes())
    if (std::optional<CooperativeMatrix> matrix = CooperativeMatrix::of(const_cast<Type *>(type));
        matrix && matrix->scope != subGroupScope) {
      reportError(call, "cooperative matrix: its scope is " + Twine(matrix->scope) +
                            ", this device has matrices of sub-groups (3) only");
      break;
    }
  Expected<Value *> value = lower();
  if (!value) {
    reportError(call, toString(value.takeError()));
    // After an error the build fails; poison keeps the module valid until then.
    value = call.getType()->isVoidTy() ? nullptr : PoisonValue::get(call.getType());
  }
  if (!call.getType()->isVoidTy()) {
    call.replaceAllUsesWith(*value);
    if (*value && isa<Instruction>(*value) && !(*value)->hasName())
      (*value)->takeName(&call);
  }
  call.eraseFromParent();
}

} // namespace

bool isCooperativeCall(const Function &declaration) {
  const std::optional<BuiltinName> name = nameOfInstruction(declaration.getName());
  if (!name)
    return false;
  return name->base.starts_with("CooperativeMatrix") ||
         declaration.getName().contains(matrixName) ||
         any_of(declaration.getFunctionType()->subtypes(),
                [](Type *type) { return CooperativeMatrix::of(type).has_value(); });
}

void lowerCooperativeCall(CallInst &call, const Function &declaration, unsigned lanes,
                          bool warnsOfShapes) {
  CallLowering(call, declaration, *nameOfInstruction(declaration.getName()), lanes, warnsOfShapes)
      .run();
}

Value *asElements(IRBuilderBase &builder, Value *part, const CooperativeMatrix &matrix,
                  unsigned lanes) {
  return builder.CreateBitCast(part, matrix.elementsType(lanes));
}

Value *asPart(IRBuilderBase &builder, Value *elements, const CooperativeMatrix &matrix,
              unsigned lanes) {
  return builder.CreateBitCast(elements, matrix.partType(lanes));
}

} // namespace heddle::compiler
