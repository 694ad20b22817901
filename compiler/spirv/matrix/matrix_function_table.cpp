#include "compiler/spirv/matrix/matrix_function_table.hpp"

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr MatrixFunction table[] = {
#define HEDDLE_MATRIX_MAD(function, N, M, K, aFormat, bFormat, cFormat, aType, bType, cType, bits) \
  {#function, K, #aType, #bType, #cType, bits},
#include "builtins/include/subgroup_matrix.def"
};

constexpr ScaledMatrixFunction scaledTable[] = {
#define HEDDLE_SCALED_MATRIX_MAD(function, K, aFormat, bFormat, cFormat, dFormat, cType, dType,    \
                                 scaleType, bits)                                                  \
  {#function, K, #cType, #dType, #scaleType, bits},
#include "builtins/include/subgroup_scaled_matrix.def"
};

} // namespace

ArrayRef<MatrixFunction> matrixFunctions() { return table; }

Type *typeNamed(StringRef name, LLVMContext &context) {
  StringRef scalarName = name.rtrim("0123456789");
  Type *scalar = nullptr;
  if (scalarName == "float")
    scalar = Type::getFloatTy(context);
  else if (scalarName == "half")
    scalar = Type::getHalfTy(context);
  else if (scalarName.ends_with("char"))
    scalar = Type::getInt8Ty(context);
  else if (scalarName.ends_with("short"))
    scalar = Type::getInt16Ty(context);
  else
    scalar = Type::getInt32Ty(context);
  unsigned count = 1;
  name.drop_front(scalarName.size()).getAsInteger(10, count);
  return count == 1 ? scalar : FixedVectorType::get(scalar, count);
}

bool MatrixFunction::hasInstruction() const { return !(operands & internalMatrixOperandBits); }

StringRef baseName(StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length))
    return {};
  return length <= mangled.size() ? mangled.take_front(length) : StringRef();
}

bool isMatrixFunction(StringRef name) {
  return any_of(table, [&](const MatrixFunction &row) { return row.name == name; });
}

const MatrixFunction *findMatrixFunction(StringRef name, FunctionType &type) {
  LLVMContext &context = type.getContext();
  if (type.getNumParams() != 3)
    return nullptr;
  for (const MatrixFunction &row : table) {
    if (row.name != name)
      continue;
    Type *accumulator = typeNamed(row.c, context);
    if (type.getReturnType() == accumulator && type.getParamType(2) == accumulator &&
        type.getParamType(0) == typeNamed(row.a, context) &&
        type.getParamType(1) == typeNamed(row.b, context))
      return &row;
  }
  return nullptr;
}

const ScaledMatrixFunction *findScaledMatrixFunction(StringRef name, FunctionType &type) {
  LLVMContext &context = type.getContext();
  const auto hasTypes = [&](const ScaledMatrixFunction &row) {
    return type.getReturnType() == typeNamed(row.d, context) &&
           equal(type.params(),
                 ArrayRef<Type *>{typeNamed("short8", context), typeNamed("int8", context),
                                  typeNamed(row.c, context), typeNamed(row.scales, context),
                                  typeNamed(row.scales, context)});
  };
  const auto *row = find_if(scaledTable, [&](const ScaledMatrixFunction &candidate) {
    return candidate.name == name && hasTypes(candidate);
  });
  return row == std::end(scaledTable) ? nullptr : row;
}

std::string noOverloadMessage(StringRef name, FunctionType &type) {
  std::string text = ("no overload of " + name + " takes (").str();
  raw_string_ostream os(text);
  interleaveComma(type.params(), os, [&](Type *parameter) { parameter->print(os); });
  os << ')';
  return text;
}

} // namespace heddle::compiler
