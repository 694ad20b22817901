#include "compiler/spirv/module/validate_multiply.hpp"

#include "compiler/ir/cooperative_matrix.hpp"
#include "compiler/ir/mul_add_operands.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

using Op = SpirvOp;
using Problem = std::optional<std::string>;

struct Part {
  StringLiteral name;
  const SpirvMatrix &matrix;
  MatrixUse use;
  std::uint32_t signedBit, bfloatBit;
};

class Rules {
public:
  Rules(const MulAddMatrices &matrices, std::uint32_t mask, const SpirvTypes &types)
      : matrices(matrices), mask(mask), types(types) {}

  Problem check() const {
    if (mask & ~std::uint32_t(mul_add::published))
      return found("the operands are 0x" + Twine(utohexstr(mask)) + ", expected no bits but 0x" +
                   Twine(utohexstr(mul_add::published)));
    if (Problem problem = checkShapes())
      return problem;
    for (const Part &part : parts)
      if (Problem problem = checkPart(part))
        return problem;
    if ((mask & mul_add::abTf32) && !(isFloat(matrices.a, 32) && isFloat(matrices.b, 32)))
      return "A and B that are TF32 (0x20) have floating-point components of 32 bits";
    return checkKinds();
  }

private:
  static Problem found(const Twine &message) { return message.str(); }

  bool isKind(const SpirvMatrix &matrix, Op kind, unsigned width = 0) const {
    return types.kindOf(matrix.component) == kind &&
           (width == 0 || types.definition(matrix.component)[2] == width);
  }
  bool isFloat(const SpirvMatrix &matrix, unsigned width) const {
    return isKind(matrix, Op::TypeFloat, width);
  }
  bool isInteger(const SpirvMatrix &matrix) const { return isKind(matrix, Op::TypeInt); }
  /// Whether the components are numbers with an exponent, whatever their type is.
  bool holdsFloats(const Part &part) const {
    return !isInteger(part.matrix) || (mask & part.bfloatBit);
  }

  Problem checkShapes() const {
    for (const Part &part : parts)
      if (part.matrix.use != unsigned(part.use))
        return found(part.name + " has use " + Twine(*part.matrix.use) + ", expected " +
                     Twine(unsigned(part.use)));
    const auto &[a, b, c, result] = matrices;
    for (const Part &part : parts)
      if (part.matrix.scope != result.scope)
        return found(part.name + " has scope " + Twine(*part.matrix.scope) + " and the result " +
                     Twine(*result.scope));
    const auto shape = [](const SpirvMatrix &matrix) {
      return (Twine(*matrix.rows) + "x" + Twine(*matrix.columns)).str();
    };
    if (a.columns != b.rows || a.rows != result.rows || b.columns != result.columns ||
        c.rows != result.rows || c.columns != result.columns)
      return found("the shapes do not fit: A is " + Twine(shape(a)) + ", B " + Twine(shape(b)) +
                   ", C " + shape(c) + " and the result " + shape(result) +
                   ", expected MxK, KxN, MxN and MxN");
    return std::nullopt;
  }

  Problem checkPart(const Part &part) const {
    const bool isSigned = mask & part.signedBit, isBFloat = mask & part.bfloatBit;
    if (isSigned && !isInteger(part.matrix))
      return found(part.name + " is signed (0x" + utohexstr(part.signedBit) +
                   ") and has no integer components");
    // IEEE's numbers have no encoding behind their width.
    const bool isEncoded = types.definition(part.matrix.component).size() > 3;
    if (isBFloat && !isKind(part.matrix, Op::TypeInt, 16) &&
        !(isFloat(part.matrix, 16) && isEncoded))
      return found(part.name + " is bfloat16 (0x" + utohexstr(part.bfloatBit) +
                   ") and has no integer components of 16 bits");
    if (isBFloat && isSigned)
      return found(part.name + " is bfloat16 (0x" + utohexstr(part.bfloatBit) + ") and signed (0x" +
                   utohexstr(part.signedBit) + ")");
    return std::nullopt;
  }

  Problem checkKinds() const {
    const bool floats = holdsFloats(parts[3]);
    for (const Part &part : parts)
      if (holdsFloats(part) != floats)
        return found(part.name + " has components that are " +
                     (floats ? "integers and the result floating-point numbers"
                             : "floating-point numbers and the result integers"));
    if ((mask & mul_add::saturating) && floats)
      return "saturating accumulation (0x10) is about integers";
    return std::nullopt;
  }

  const MulAddMatrices &matrices;
  const std::uint32_t mask;
  const SpirvTypes &types;
  const Part parts[4] = {
      {"A", matrices.a, MatrixUse::a, mul_add::aSigned, mul_add::abBFloat16},
      {"B", matrices.b, MatrixUse::b, mul_add::bSigned, mul_add::abBFloat16},
      {"C", matrices.c, MatrixUse::accumulator, mul_add::cSigned, mul_add::cBFloat16},
      {"the result", matrices.result, MatrixUse::accumulator, mul_add::resultSigned,
       mul_add::resultBFloat16}};
};

} // namespace

Problem problemOfMulAdd(const MulAddMatrices &matrices, std::uint32_t mask,
                        const SpirvTypes &types) {
  return Rules(matrices, mask, types).check();
}

} // namespace heddle::compiler
