#include "compiler/layout/operand_layout.hpp"

#include "compiler/ir/block_2d.hpp"
#include "compiler/ir/library_names.hpp"
#include "compiler/ir/matrix_formats.hpp"
#include "compiler/ir/matrix_operation.hpp"
#include "compiler/spirv/matrix/matrix_function_table.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

std::string sized(StringRef name, unsigned rows, unsigned columns) {
  return (name + "[" + Twine(rows) + "x" + Twine(columns) + "]").str();
}

unsigned componentsOf(Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// Of a vector; the place is still to be said.
OperandLayout vectorLayout(const MatrixOperation &op, StringRef name, StringRef typeName,
                           Type *type) {
  OperandLayout layout;
  layout.name = name.str();
  layout.type = typeName.str();
  layout.lanes = op.subGroupSize();
  layout.components = componentsOf(type);
  return layout;
}

void setMatrix(OperandLayout &layout, StringRef format, unsigned rows, unsigned columns) {
  layout.holds = format.str();
  layout.rows = rows;
  layout.columns = layout.blockColumns = columns;
}

// A: a component for each row (or for rowsAbreast rows), the row cut into as many pieces as there
// are columns of the result. Where rows are shorter than that, two share a component.
OperandLayout layoutOfA(const MatrixOperation &op, StringRef typeName, Type *type) {
  OperandLayout layout = vectorLayout(op, "a", typeName, type);
  setMatrix(layout, nameOf(op.a), op.m, op.k);
  if (op.k < op.n) {
    layout.place = [op](unsigned lane, unsigned component, unsigned) -> std::optional<MatrixPlace> {
      const unsigned row = 2 * component + lane / op.k;
      return row < op.m ? std::optional(MatrixPlace{row, lane % op.k}) : std::nullopt;
    };
    return layout;
  }
  layout.parts = op.k / op.n;
  layout.place = [op, parts = layout.parts](unsigned lane, unsigned component, unsigned part) {
    return MatrixPlace{component * op.rowsAbreast + lane / op.n, lane % op.n * parts + part};
  };
  return layout;
}

// B: a column for each lane, its rows packed into words of 32 bits.
OperandLayout layoutOfB(const MatrixOperation &op, StringRef typeName, Type *type) {
  OperandLayout layout = vectorLayout(op, "b", typeName, type);
  setMatrix(layout, nameOf(op.b), op.k, op.n);
  layout.parts = 32 / bitsOf(op.b);
  layout.place = [op, parts = layout.parts](unsigned lane, unsigned component, unsigned part) {
    const unsigned word = component * op.rowsAbreast + lane / op.n;
    return MatrixPlace{word * parts + part, lane % op.n};
  };
  return layout;
}

// C: a column for each lane, a component for each row.
OperandLayout layoutOfC(const MatrixOperation &op, StringRef typeName, Type *type) {
  OperandLayout layout = vectorLayout(op, "acc and result", typeName, type);
  setMatrix(layout, nameOf(op.c), op.m, op.n);
  layout.place = [op](unsigned lane, unsigned component, unsigned) {
    return MatrixPlace{component * op.rowsAbreast + lane / op.n, lane % op.n};
  };
  return layout;
}

/// "result[8x16] = a[8x16] * b[16x16] + acc[8x16]"
std::string product(const MatrixOperation &op) {
  return sized("result", op.m, op.n) + " = " + sized("a", op.m, op.k) + " * " +
         sized("b", op.k, op.n) + " + " + sized("acc", op.m, op.n);
}

FunctionLayout layoutOf(const MatrixFunction &row) {
  LLVMContext context;
  Type *a = typeNamed(row.a, context), *b = typeNamed(row.b, context),
       *c = typeNamed(row.c, context);
  // The table holds what is well-formed.
  const MatrixOperation op = cantFail(describeMatrixOperation(a, b, c, c, row.k, row.operands));
  FunctionLayout result;
  result.declaration =
      (row.c + " " + row.name + "(" + row.a + " a, " + row.b + " b, " + row.c + " acc)").str();
  result.computes = product(op);
  result.lanes = op.subGroupSize();
  result.operands = {layoutOfA(op, row.a, a), layoutOfB(op, row.b, b), layoutOfC(op, row.c, c)};
  return result;
}

/// A row of builtins/include/subgroup_split_matrix.def.
struct SplitFunction {
  StringLiteral name;
  unsigned rows, k;
  StringLiteral a, b, c; ///< OpenCL C types
  unsigned operands;
};

const SplitFunction splitFunctions[] = {
#define HEDDLE_SPLIT_MATRIX_MAD(function, M, K, aFormat, bFormat, cFormat, aType, bType, cType,    \
                                operands, whole)                                                   \
  {#function, M, K, #aType, #bType, #cType, operands},
#include "builtins/include/subgroup_split_matrix.def"
};

// B and C are as in the function of the whole, of A each sub-group has half of the rows.
FunctionLayout layoutOf(const SplitFunction &row) {
  LLVMContext context;
  Type *a = typeNamed(row.a, context), *b = typeNamed(row.b, context),
       *c = typeNamed(row.c, context);
  const MatrixOperation whole = cantFail(describeMatrixOperation(
      FixedVectorType::get(a->getScalarType(), row.rows), b, c, c, row.k, row.operands));
  MatrixOperation half = whole;
  half.m = whole.m / 2;
  FunctionLayout result;
  result.declaration =
      (row.c + " " + row.name + "(" + row.a + " a, " + row.b + " b, " + row.c + " acc)").str();
  result.computes = product(whole) +
                    ": the even sub-group of a pair has the upper half of a, the odd one the lower";
  result.lanes = whole.subGroupSize();
  result.operands = {layoutOfA(half, row.a, a), layoutOfB(whole, row.b, b),
                     layoutOfC(whole, row.c, c)};
  return result;
}

/// A row of builtins/include/subgroup_scaled_matrix.def.
struct ScaledFunction {
  StringLiteral name;
  unsigned k;
  StringLiteral c, d, scale; ///< OpenCL C types
  unsigned operands;
};

const ScaledFunction scaledFunctions[] = {
#define HEDDLE_SCALED_MATRIX_MAD(function, K, aFormat, bFormat, cFormat, dFormat, cType, dType,    \
                                 scaleType, operands)                                              \
  {#function, K, #cType, #dType, #scaleType, operands},
#include "builtins/include/subgroup_scaled_matrix.def"
};

/// A scale for each 32 of K, of rows of A in the lanes of their numbers, and of columns of B.
OperandLayout layoutOfScales(const MatrixOperation &op, StringRef typeName, bool ofRows,
                             LLVMContext &context) {
  OperandLayout layout =
      vectorLayout(op, ofRows ? "scale_a" : "scale_b", typeName, typeNamed(typeName, context));
  const unsigned scales = layout.components, lanes = ofRows ? op.m : op.n;
  setMatrix(layout, "exponents", ofRows ? lanes : scales, ofRows ? scales : lanes);
  layout.place = [ofRows, lanes](unsigned lane, unsigned component,
                                 unsigned) -> std::optional<MatrixPlace> {
    if (lane >= lanes)
      return std::nullopt;
    return ofRows ? MatrixPlace{lane, component} : MatrixPlace{component, lane};
  };
  return layout;
}

FunctionLayout layoutOf(const ScaledFunction &row) {
  LLVMContext context;
  Type *a = typeNamed("short8", context), *b = typeNamed("int8", context),
       *c = typeNamed(row.c, context), *d = typeNamed(row.d, context);
  // One for C and one for D, which may be of two formats.
  constexpr unsigned ofSums = matrixCBFloat16 | matrixResultBFloat16;
  const auto describe = [&](Type *sums, bool areBFloats) {
    const unsigned operands =
        (row.operands & ~(matrixScaleBits | ofSums)) | (areBFloats ? ofSums : 0);
    return cantFail(describeMatrixOperation(a, b, sums, sums, row.k, operands));
  };
  const MatrixOperation op = describe(c, row.operands & matrixCBFloat16);
  FunctionLayout result;
  result.declaration = (row.d + " " + row.name + "(short8 a, int8 b, " + row.c + " acc, " +
                        row.scale + " scale_a, " + row.scale + " scale_b)")
                           .str();
  result.computes = product(op) + ", rows of a and columns of b scaled by 2 to their scale - 127";
  result.lanes = op.subGroupSize();
  result.operands = {layoutOfA(op, "short8", a), layoutOfB(op, "int8", b), layoutOfC(op, row.c, c)};
  if (row.c != row.d) {
    result.operands.back().name = "acc";
    result.operands.push_back(
        layoutOfC(describe(d, row.operands & matrixResultBFloat16), row.d, d));
    result.operands.back().name = "result";
  }
  result.operands.push_back(layoutOfScales(op, row.scale, true, context));
  result.operands.push_back(layoutOfScales(op, row.scale, false, context));
  return result;
}

/// Which element of the memory, in all blocks together, stands in a lane's private array behind
/// `before` others. Nothing where rows of a power of two leave a place over.
std::optional<MatrixPlace> elementOf(const BlockShape &shape, unsigned lanes, unsigned lane,
                                     unsigned before) {
  const unsigned packed = shape.unitBytes() / shape.elementBytes;
  const unsigned unit = before / packed, part = before % packed;
  const unsigned unitsOfBlock =
      shape.componentsOfBlock(lanes) * shape.componentBytes(lanes) / shape.unitBytes();
  const unsigned block = unit / unitsOfBlock, index = unit % unitsOfBlock;
  // Row and column of the unit in the block as it is dealt out.
  const unsigned dealt = shape.dealtColumns(), each = shape.unitsPerLane(lanes);
  const bool sharesRows = dealt < lanes;
  unsigned row = sharesRows ? lanes / dealt * index + lane / dealt : index / each;
  unsigned column = sharesRows ? lane % dealt : lane * each + index % each;
  if (shape.order == BlockOrder::transform)
    row = row * packed + part;
  else if (shape.order == BlockOrder::transpose)
    std::swap(row, column);
  if (row >= shape.rows || column >= shape.columns)
    return std::nullopt;
  return MatrixPlace{row, block * shape.columns + column};
}

/// A row of builtins/include/subgroup_2d_block_io.def.
struct BlockFunction {
  StringLiteral name;
  BlockShape shape;
  StringLiteral type;
  unsigned count; ///< of the private array
  bool isWrite;
};

unsigned bytesOf(StringRef type) { return type == "uchar" ? 1 : type == "ushort" ? 2 : 4; }

#define HEDDLE_2D_ROW(kind, order, bits, rows, columns, blocks, type, count, isWrite)              \
  {"intel_sub_group_2d_block_" kind #bits "b_" #rows "r" #columns "x" #blocks "c",                 \
   {bits / 8, columns, rows, blocks, BlockOrder::order},                                           \
   #type,                                                                                          \
   count,                                                                                          \
   isWrite},
const BlockFunction blockFunctions[] = {
#define HEDDLE_2D_READ(bits, rows, columns, blocks, type, count)                                   \
  HEDDLE_2D_ROW("read_", plain, bits, rows, columns, blocks, type, count, false)
#define HEDDLE_2D_READ_TRANSFORM(bits, rows, columns, blocks, type, count)                         \
  HEDDLE_2D_ROW("read_transform_", transform, bits, rows, columns, blocks, type, count, false)
#define HEDDLE_2D_READ_TRANSPOSE(bits, rows, columns, blocks, type, count)                         \
  HEDDLE_2D_ROW("read_transpose_", transpose, bits, rows, columns, blocks, type, count, false)
#define HEDDLE_2D_WRITE(bits, rows, columns, blocks, type, count)                                  \
  HEDDLE_2D_ROW("write_", plain, bits, rows, columns, blocks, type, count, true)
#include "builtins/include/subgroup_2d_block_io.def"
};
#undef HEDDLE_2D_ROW

/// The only size of these functions.
constexpr unsigned lanesOfBlocks = 16;

FunctionLayout layoutOf(const BlockFunction &row) {
  const BlockShape &shape = row.shape;
  FunctionLayout result;
  result.lanes = lanesOfBlocks;
  result.declaration =
      ("void " + row.name + "(" + (row.isWrite ? "" : "const ") +
       "global void *base, int width, int height, int pitch, int2 coord, private " + row.type +
       (row.isWrite ? " *source)" : " *destination)"))
          .str();
  OperandLayout layout;
  layout.name = row.isWrite ? "source" : "destination";
  layout.type = (row.type + "[" + Twine(row.count) + "]").str();
  layout.holds = std::to_string(shape.elementBytes * 8) + " bits";
  layout.rows = shape.rows;
  layout.columns = shape.columns * shape.blocks;
  layout.blockColumns = shape.columns;
  layout.lanes = result.lanes;
  layout.components = row.count;
  layout.parts = bytesOf(row.type) / shape.elementBytes;
  layout.isArray = true;
  layout.place = [shape, parts = layout.parts](unsigned lane, unsigned component, unsigned part) {
    return elementOf(shape, lanesOfBlocks, lane, component * parts + part);
  };
  const std::string matrix = sized("memory", shape.rows, layout.columns);
  result.computes = row.isWrite ? matrix + " = source" : "destination = " + matrix;
  if (shape.blocks > 1)
    result.computes += ", " + std::to_string(shape.blocks) + " blocks of " +
                       std::to_string(shape.columns) + " columns";
  if (shape.order == BlockOrder::transform)
    result.computes +=
        ", " + std::to_string(layout.parts) + " rows packed into one of 32-bit words";
  if (shape.order == BlockOrder::transpose)
    result.computes += ", columns become rows";
  result.operands = {std::move(layout)};
  return result;
}

} // namespace

std::string OperandLayout::componentName(unsigned component) const {
  if (components == 1 && !isArray)
    return name;
  static constexpr char digits[] = "0123456789abcdef";
  return isArray ? name + "[" + std::to_string(component) + "]"
                 : StringRef(name).split(' ').first.str() + ".s" + digits[component];
}

std::vector<FunctionLayout> functionLayouts(StringRef name) {
  std::vector<FunctionLayout> result;
  for (const MatrixFunction &row : matrixFunctions())
    if (row.name == name)
      result.push_back(layoutOf(row));
  for (const SplitFunction &row : splitFunctions)
    if (row.name == name)
      result.push_back(layoutOf(row));
  for (const ScaledFunction &row : scaledFunctions)
    if (row.name == name)
      result.push_back(layoutOf(row));
  for (const BlockFunction &row : blockFunctions)
    if (row.name == name)
      result.push_back(layoutOf(row));
  return result;
}

std::vector<FunctionLayout> tellingLayouts(StringRef name) {
  std::vector<FunctionLayout> result;
  for (FunctionLayout &layout : functionLayouts(name)) {
    auto same = find_if(result, [&](const auto &other) { return other.lanes == layout.lanes; });
    if (same == result.end())
      result.push_back(std::move(layout));
    else if (same->operands.front().rows < layout.operands.front().rows)
      *same = std::move(layout);
  }
  return result;
}

/// Whether its first parameters have these types.
static bool takes(const Function &function, ArrayRef<StringRef> types) {
  return function.arg_size() >= types.size() && all_of(enumerate(types), [&](const auto &each) {
           return function.getArg(each.index())->getType() ==
                  typeNamed(each.value(), function.getContext());
         });
}

std::vector<FunctionLayout> layoutsOfCalls(const Module &module) {
  std::vector<FunctionLayout> result;
  for (const Function &function : module) {
    if (!function.isDeclaration() || function.use_empty())
      continue;
    const StringRef name = unmangledName(function.getName()).value_or(function.getName());
    if (const MatrixFunction *row = findMatrixFunction(name, *function.getFunctionType()))
      result.push_back(layoutOf(*row));
    for (const SplitFunction &row : splitFunctions)
      if (row.name == name && takes(function, {row.a, row.b, row.c}))
        result.push_back(layoutOf(row));
    for (const ScaledFunction &row : scaledFunctions)
      if (row.name == name && takes(function, {"short8", "int8", row.c}) &&
          function.getReturnType() == typeNamed(row.d, module.getContext()))
        result.push_back(layoutOf(row));
    for (const BlockFunction &row : blockFunctions)
      if (row.name == name)
        result.push_back(layoutOf(row));
  }
  return result;
}

std::vector<StringRef> functionsWithLayouts() {
  SetVector<StringRef> names; // of one name there are many overloads
  for (const MatrixFunction &row : matrixFunctions())
    names.insert(row.name);
  for (const SplitFunction &row : splitFunctions)
    names.insert(row.name);
  for (const ScaledFunction &row : scaledFunctions)
    names.insert(row.name);
  for (const BlockFunction &row : blockFunctions)
    names.insert(row.name);
  return {names.begin(), names.end()};
}

} // namespace heddle::compiler
