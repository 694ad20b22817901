// Vector forms of the functions that kernels call and that were not inlined.
//
// The form of `T f(A, B)` where all lanes have the same B:
//
//   { <S x T> } f.v16.01(<S x A>, B, <S x i1> mask)
//
// with a vector for each leaf of A and T; 0 and 1 say which parameters are uniform. It is called
// with at least one active lane.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VECTOR_FUNCTIONS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VECTOR_FUNCTIONS_HPP

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

#include <functional>
#include <map>
#include <vector>

namespace heddle::compiler {

/// The scalars that a value of this type consists of, in order.
void collectLeafTypes(llvm::Type *type, llvm::SmallVectorImpl<llvm::Type *> &leaves);

struct VectorForm {
  llvm::Function *function; ///< null: it has none
  llvm::BitVector uniform;  ///< parameters that it takes as scalars
};

/// The vector forms of a module, made when they are first wanted.
class VectorFunctions {
public:
  /// `widen` fills the empty function `form` from `scalar`, a copy of the function with the marked
  /// parameters; false when that is not possible.
  using Widen = std::function<bool(llvm::Function &scalar, llvm::Function &form, unsigned lanes)>;

  explicit VectorFunctions(Widen widen) : widen(std::move(widen)) {}

  /// A form for calls whose arguments are uniform where the bits say so; it may take some of them
  /// as vectors all the same.
  VectorForm find(llvm::Function &function, unsigned lanes, const llvm::BitVector &uniform);

private:
  VectorForm make(llvm::Function &function, unsigned lanes, const llvm::BitVector &uniform);

  Widen widen;
  std::map<std::pair<llvm::Function *, unsigned>, std::vector<VectorForm>> forms;
};

} // namespace heddle::compiler

#endif
