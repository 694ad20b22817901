// The places of a program at which something may be found: HeddlePlace of runtime/abi/checks.h
// while the program is still LLVM IR.
#ifndef HEDDLE_COMPILER_STRICT_PLACES_HPP
#define HEDDLE_COMPILER_STRICT_PLACES_HPP

#include "compiler/ir/memory_scope.hpp"
#include "runtime/abi/checks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <cstdint>
#include <string>

namespace heddle::compiler {

struct Place {
  HeddleFindingKind kind = heddleFinding_outOfBounds;
  std::string subject;
  std::uint64_t bytes = 0, objectSize = 0;
  unsigned alignment = 1;
  int argument = -1;
  unsigned access = 0;
  MemoryScope scope = MemoryScope::device, ordered = MemoryScope::workItem;
  // From the instruction, unless they are known.
  std::string file;
  unsigned line = 0, column = 0;
};

/// Remembers the place, with the source line of the instruction or of one near it, and returns its
/// number as an operand.
llvm::ConstantInt *addPlace(const llvm::Instruction &where, Place place);
/// Puts a `finding` where the builder is.
void emitFinding(llvm::IRBuilder<> &builder, llvm::Value *isWrong, llvm::Value *value,
                 const llvm::Instruction &where, Place place);
Place placeNumbered(const llvm::Module &module, const llvm::Value &number);

} // namespace heddle::compiler

#endif
