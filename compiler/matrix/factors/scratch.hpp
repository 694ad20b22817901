// Memory of a function for the unpacked elements of matrix operands.
#ifndef HEDDLE_COMPILER_MATRIX_FACTORS_SCRATCH_HPP
#define HEDDLE_COMPILER_MATRIX_FACTORS_SCRATCH_HPP

#include "compiler/ir/matrix_operation.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

#include <optional>

namespace heddle::compiler {

/// One stack variable, shared by all operations of the function. An operand that several
/// operations of a basic block use is unpacked once.
class Scratch {
public:
  explicit Scratch(llvm::Function &function, llvm::StringRef name = "matrix.scratch")
      : function(function), name(name) {}

  /// What lies in a region: operands, and how they were unpacked.
  struct Content {
    llvm::SmallVector<const llvm::Value *, 4> operands;
    MatrixElement element;
    MatrixElement other; ///< format of the other factor
    bool isA;
    bool operator==(const Content &) const = default;
  };

  /// Everything is free again: regions are used only in the block that fills them.
  void enterBlock();

  /// The same before another operation of the block, if much is used: else a long block would need
  /// more than there is.
  void limitUse();

  /// Byte offset of the region with this content, nothing if it has to be filled first.
  std::optional<unsigned> find(const Content &content) const;
  /// Byte offset of a new region, 64-byte aligned.
  unsigned add(const Content &content, unsigned bytes);
  /// The same for what is found by nobody else.
  unsigned add(unsigned bytes);

  llvm::Value *address(llvm::IRBuilderBase &builder, unsigned offset);

  /// Gives the variable its size once all operations are lowered.
  void finish();

private:
  struct Region {
    Content content;
    unsigned offset;
  };

  llvm::Function &function;
  llvm::StringRef name;
  llvm::AllocaInst *variable = nullptr;
  unsigned used = 0;
  unsigned size = 0;
  llvm::SmallVector<Region> regions;
};

} // namespace heddle::compiler

#endif
