// The upper half of a product of 64-bit integers in vectors.
#ifndef HEDDLE_COMPILER_CODEGEN_UPPER_HALF_HPP
#define HEDDLE_COMPILER_CODEGEN_UPPER_HALF_HPP

#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// A vector of 64-bit integers as a factor of products of 128 bits.
struct WideFactor {
  llvm::Value *value = nullptr;
  bool hasSign = false;
};

/// By products of words, up to four of them.
llvm::Value *upperHalfOfProduct(llvm::IRBuilder<> &builder, const WideFactor &a,
                                const WideFactor &b, const llvm::DataLayout &layout);

} // namespace heddle::compiler

#endif
