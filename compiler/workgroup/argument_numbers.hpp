// Numbers that a kernel computes of its arguments alone, computed outside of it.
#ifndef HEDDLE_COMPILER_WORKGROUP_ARGUMENT_NUMBERS_HPP
#define HEDDLE_COMPILER_WORKGROUP_ARGUMENT_NUMBERS_HPP

#include "compiler/ir/kernel_info.hpp"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <vector>

namespace heddle::compiler {

/// How often something in a loop runs: as often as the loop goes back to its begin, or once more.
struct TripCount {
  const llvm::SCEV *backEdges = nullptr;
  bool andOnceMore = false;
};

/// Writes such numbers into another function, which has a pointer to the argument block.
class ArgumentNumbers {
public:
  /// Whether the number is made of arguments and constants, and by nothing that could fault.
  static bool canWrite(const llvm::Function &kernel, const llvm::SCEV &number);

  ArgumentNumbers(const llvm::Function &kernel, llvm::IRBuilderBase &builder, llvm::Value &block);

  /// As 64 bits.
  llvm::Value *rounds(const TripCount &count);

private:
  llvm::Value *write(const llvm::SCEV &number);
  llvm::Value *write(const llvm::Value &value);
  llvm::Value *load(const llvm::Argument &argument, std::uint64_t offset, llvm::Type *type);

  llvm::IRBuilderBase &builder;
  llvm::Value &block;
  std::vector<ArgumentSlot> slots;
};

} // namespace heddle::compiler

#endif
