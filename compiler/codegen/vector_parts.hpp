// Instructions of one length for vectors of any.
#ifndef HEDDLE_COMPILER_CODEGEN_VECTOR_PARTS_HPP
#define HEDDLE_COMPILER_CODEGEN_VECTOR_PARTS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// What `make` gives for parts of `whole` elements, put together. The last part of the operands,
/// which are vectors of one length, is filled up with anything.
llvm::Value *inParts(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> operands,
                     unsigned whole,
                     llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *> parts)> make);

} // namespace heddle::compiler

#endif
