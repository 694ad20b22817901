// Where a loop over K reads the words of a factor.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_FACTOR_PLACES_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_FACTOR_PLACES_HPP

#include "compiler/matrix/nest/row_loads.hpp"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace heddle::compiler {

/// The memory that a row of a factor was loaded from.
struct RowPlace {
  llvm::Value *pointer;
  unsigned offset; ///< bytes behind it
  llvm::Align alignment;
};

/// The rows of A, each in one piece.
using PlacesOfA = llvm::SmallVector<RowPlace, 8>;

/// The word rows of B, at equal distances.
struct PlacesOfB {
  llvm::Value *pointer; ///< of the first
  llvm::Align alignment;
  AddressPolynomial stride; ///< bytes
};

/// Finds them where a block has loaded them and nothing was written between the loads and `place`.
class FactorPlaces {
public:
  FactorPlaces(AddressPolynomials &polynomials, const llvm::Instruction &place);

  std::optional<PlacesOfA> ofA(llvm::Value *matrix, unsigned rows, unsigned rowBytes) const;
  std::optional<PlacesOfB> ofB(llvm::Value *matrix, unsigned wordRows, unsigned rowBytes) const;

  /// True if each row goes on where that of the matrix before ends.
  bool areAdjacent(llvm::ArrayRef<PlacesOfA> matrices, unsigned rowBytes) const;
  /// True if the word rows go on at the same distance.
  bool areAdjacent(llvm::ArrayRef<PlacesOfB> matrices, unsigned wordRows) const;

private:
  /// From the first pointer to the second, if it is known.
  std::optional<AddressPolynomial> distance(llvm::Value *from, llvm::Value *to) const;
  bool isUnchanged(const llvm::LoadInst &load) const;

  AddressPolynomials &polynomials;
  const llvm::Instruction &place;
  const llvm::Instruction *lastWrite = nullptr;
};

} // namespace heddle::compiler

#endif
