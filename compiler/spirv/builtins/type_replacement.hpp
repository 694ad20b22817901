// Types of SPIR-V that become others, also inside of what is made of them.
#ifndef HEDDLE_COMPILER_SPIRV_BUILTINS_TYPE_REPLACEMENT_HPP
#define HEDDLE_COMPILER_SPIRV_BUILTINS_TYPE_REPLACEMENT_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace heddle::compiler {

class TypeReplacement : public llvm::ValueMapTypeRemapper {
public:
  llvm::Type *remapType(llvm::Type *type) final;

private:
  /// Null for a type that stays, unless its parts do not.
  virtual llvm::Type *replacementOf(llvm::Type *type) = 0;
  llvm::Type *mapped(llvm::Type *type);

  llvm::DenseMap<llvm::Type *, llvm::Type *> types;
};

} // namespace heddle::compiler

#endif
