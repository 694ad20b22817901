// Which instructions a source line became, from assembly with line tables.
#ifndef HEDDLE_COMPILER_DRIVER_ASSEMBLY_LINES_HPP
#define HEDDLE_COMPILER_DRIVER_ASSEMBLY_LINES_HPP

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::compiler {

/// Of one machine function; they need not lie side by side there.
struct LineInstructions {
  std::string function;
  std::vector<std::string> instructions;
};

/// By the file's name, as sourceFile has it, and line.
using InstructionsOfLines =
    std::map<std::pair<std::string, unsigned>, std::vector<LineInstructions>>;

/// Reads what LLVM writes for ELF: .file, .loc, labels of functions, and instructions. What has no
/// line is left out.
InstructionsOfLines instructionsOfLines(llvm::StringRef assembly);

} // namespace heddle::compiler

#endif
