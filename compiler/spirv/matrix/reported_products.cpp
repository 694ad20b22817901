#include "compiler/spirv/matrix/reported_products.hpp"

#include "compiler/ir/mul_add_operands.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace llvm;

namespace heddle::compiler {

namespace {

enum class Kind { bytes, shorts, halves, words, quads };

struct Shape {
  Kind kind;
  unsigned m, n, k, sizes;
};
constexpr Shape shapes[] = {
#define HEDDLE_COOPERATIVE_MATRIX_SHAPE(kind, m, n, k, sizes) {Kind::kind, m, n, k, sizes},
#include "runtime/abi/cooperative_matrix_variants.def"
};

/// Rows of a GPU's instructions, of which fewer may be taken.
constexpr unsigned instructionRows = 8;

std::optional<Kind> kindOf(const MatrixProduct &product) {
  Type *a = product.a.component, *b = product.b.component;
  if (a != b)
    return std::nullopt;
  switch (a->getScalarSizeInBits()) {
  case 8:
    return Kind::bytes;
  case 16:
    return a->isIntegerTy() && !(product.operands & mul_add::abBFloat16) ? Kind::shorts
                                                                         : Kind::halves;
  case 32:
    return Kind::words;
  case 64:
    return Kind::quads;
  default:
    return std::nullopt;
  }
}

/// Sums as the table's types have them.
bool hasAccumulators(const MatrixProduct &product, Kind kind) {
  Type *a = product.a.component, *c = product.c.component;
  if (c != product.result.component)
    return false;
  switch (kind) {
  case Kind::bytes:
  case Kind::shorts:
    return c->isIntegerTy(32);
  case Kind::halves:
    return c->isFloatTy() || c->getScalarSizeInBits() == 16;
  case Kind::words:
  case Kind::quads:
    return c == a;
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace

bool isReportedProduct(const MatrixProduct &product) {
  // What the instructions of drafts hold in bytes.
  if (product.operands & ~unsigned(mul_add::published))
    return false;
  const std::optional<Kind> kind = kindOf(product);
  if (!kind || !hasAccumulators(product, *kind))
    return false;
  return any_of(shapes, [&](const Shape &shape) {
    const bool hasRows =
        product.a.rows == shape.m || (shape.m == instructionRows && product.a.rows < shape.m);
    return shape.kind == *kind && hasRows && product.b.columns == shape.n &&
           product.a.columns == shape.k && (shape.sizes & product.lanes);
  });
}

std::string describeProduct(const MatrixProduct &product) {
  std::string text;
  raw_string_ostream os(text);
  os << product.a.rows << " x " << product.b.columns << " x " << product.a.columns << " of "
     << *product.a.component << " and " << *product.b.component << " with "
     << *product.result.component;
  return text;
}

} // namespace heddle::compiler
