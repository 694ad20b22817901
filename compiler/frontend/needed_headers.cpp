#include "compiler/frontend/needed_headers.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr StringLiteral matrixNames[] = {"matrix_mad", "tfloat32"};

bool isWordCharacter(char c) { return isAlnum(c) || c == '_' || c == '$'; }

/// A line that ends in a backslash inside a word goes on in the next one.
bool joinsLinesInWord(StringRef text) {
  for (size_t at = text.find('\\'); at != StringRef::npos; at = text.find('\\', at + 1)) {
    if (at == 0 || !isWordCharacter(text[at - 1]))
      continue;
    size_t next = text.find_first_not_of(" \t\v\f\r", at + 1);
    if (next == StringRef::npos || text[next] != '\n')
      continue;
    // A carriage return may end a line too, and a joined line may hold nothing but another joint.
    next = text.find_first_not_of("\r", next + 1);
    if (next != StringRef::npos && (isWordCharacter(text[next]) || text[next] == '\\'))
      return true;
  }
  return false;
}

/// Whether a name with one of these parts can come out of the text.
bool mayName(StringRef text, ArrayRef<StringLiteral> parts) {
  static constexpr StringLiteral signs[] = {
      // other files: #include, #include_next, #import
      "include", "import",
      // names that are put together: ##, and other ways to write it
      "##", "%:%:",
      // trigraphs can write any of these signs
      "?\?"};
  auto isThere = [&](StringRef sign) { return text.contains(sign); };
  return any_of(parts, isThere) || any_of(signs, isThere) || joinsLinesInWord(text);
}

} // namespace

bool namesMatrixFunctions(StringRef text) {
  return any_of(matrixNames, [&](StringRef part) { return text.contains(part); });
}

bool mayNameMatrixFunctions(StringRef text) { return mayName(text, matrixNames); }

bool mayNameBFloat16Conversions(StringRef text) { return mayName(text, {"_bfloat16"}); }

bool mayName2dBlockFunctions(StringRef text) { return mayName(text, {"_2d_block_"}); }

bool mayNameExtendedBlockFunctions(StringRef text) {
  return mayName(text, {"intel_subgroup_block_read_"});
}

bool mayNameIntelSubGroupFunctions(StringRef text) { return mayName(text, {"intel_sub_group_"}); }

bool mayNameHalf(StringRef text) { return mayName(text, {"half"}); }

bool mayNameNativeFunctions(StringRef text) { return mayName(text, {"native_"}); }

bool overloadsFunctions(StringRef text) {
  const auto isThere = [&](StringRef name) { return text.contains(name); };
  static constexpr StringLiteral names[] = {"max", "min", "clamp", "abs"};
  return isThere("overloadable") && any_of(names, isThere);
}

} // namespace heddle::compiler
