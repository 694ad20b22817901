// Matrix operands that lie in memory row by row.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_ROW_LOADS_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_ROW_LOADS_HPP

#include "compiler/ir/matrix_operation.hpp"
#include "compiler/matrix/nest/address_polynomial.hpp"
#include "compiler/matrix/nest/tile_shape.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

/// Of a load, with or without a mask; null for others.
llvm::Value *addressOfLoad(llvm::Instruction &instruction);

/// Part of a vector that one plain load gives.
struct LoadedPart {
  llvm::LoadInst *load;
  unsigned offset; ///< bytes in what is loaded
  unsigned bytes;
};

/// The load that gives the bytes [first, first + bytes) of `vector`, or as many of them as a power
/// of two, at least `least`. Looks through all that only moves bytes, such as shuffles of lanes
/// that read more than one element.
std::optional<LoadedPart> findLoadedPart(llvm::Value *vector, unsigned first, unsigned bytes,
                                         unsigned least);

/// A vector whose rows come from memory, each from one place, at equal distances.
struct RowLoads {
  llvm::SmallVector<llvm::LoadInst *> loads; ///< in the order of the bytes of the vector
  llvm::Value *first = nullptr;              ///< address of the first load
  unsigned offset = 0;                       ///< bytes from there to the first row
  AddressPolynomial address;                 ///< of the first row
  AddressPolynomial stride;                  ///< bytes from row to row
};

/// The rows of a factor of an operation, those of words of B; no rows if it has no whole words.
TileShape factorShape(const llvm::CallBase &call, MatrixFactor factor);

/// How `vector` was loaded, if its rows have equal distances and all loads are plain and in one
/// block.
std::optional<RowLoads> findRowLoads(AddressPolynomials &polynomials, llvm::Value *vector,
                                     TileShape shape);

} // namespace heddle::compiler

#endif
