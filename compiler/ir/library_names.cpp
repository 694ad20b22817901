#include "compiler/ir/library_names.hpp"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

const StringSet<> &outOfLineMath() {
  static const StringSet<> names = {
#define HEDDLE_OUT_OF_LINE_MATH(name) #name,
#include "builtins/out_of_line_math.def"
  };
  return names;
}

char elementCode(Type *element) {
  if (element->isFloatTy())
    return 'f';
  if (element->isDoubleTy())
    return 'd';
  // The only integer parameters are the exponents of pown and rootn.
  return element->isIntegerTy(32) ? 'i' : '\0';
}

} // namespace

std::optional<StringRef> unmangledName(StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length) || length > mangled.size())
    return std::nullopt;
  return mangled.take_front(length);
}

bool isOutOfLineMath(const Function &function) {
  std::optional<StringRef> base = unmangledName(function.getName());
  return base && outOfLineMath().contains(*base);
}

std::optional<std::string> vectorVariantName(const Function &function, unsigned width) {
  StringRef base = unmangledName(function.getName()).value_or("");
  if (!outOfLineMath().contains(base) || !is_contained({1u, 2u, 3u, 4u, 8u, 16u}, width))
    return std::nullopt;
  std::string name = ("_Z" + Twine(base.size()) + base).str();
  if (width == 1) {
    for (Type *type : function.getFunctionType()->params()) {
      char code = elementCode(type->getScalarType());
      if (!code)
        return std::nullopt;
      name += code;
    }
    return name;
  }
  // A vector type that was named before is S_, S0_, S1_, …
  SmallVector<char> seen;
  for (Type *type : function.getFunctionType()->params()) {
    char code = elementCode(type->getScalarType());
    if (!code)
      return std::nullopt;
    if (auto found = find(seen, code); found != seen.end()) {
      size_t index = found - seen.begin();
      name += index == 0 ? "S_" : "S" + utostr(index - 1) + "_";
    } else {
      name += "Dv" + utostr(width) + "_" + code;
      seen.push_back(code);
    }
  }
  return name;
}

} // namespace heddle::compiler
