// Vectors of work-items in memory, as 128-bit parts of registers.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VECTOR_PARTS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_VECTOR_PARTS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

/// On functions for targets with registers of 256 bits, which shuffle any two elements of a 128-bit
/// part with one instruction, and others with three or four.
inline constexpr char shufflesPartsAttribute[] = "heddle-shuffles-parts";

/// Whether the parts of a vector of `count` elements are whole, and those of so many lanes fill
/// registers.
bool hasWholeParts(llvm::Type *lanes, unsigned count);

/// Vectors of one work-item after another, as they are in memory, in as many vectors as they have
/// elements, to one vector of lanes for each element:
///
///   a0 a1 a2 a3 b0 b1 b2 b3 | c0 c1 … | …  →  a0 b0 c0 d0 … | a1 b1 c1 d1 … | …
///
/// Each part is a row of a square, which is transposed; the two parts of a register belong to two
/// squares.
llvm::SmallVector<llvm::Value *> partsToLanes(llvm::IRBuilderBase &builder,
                                              llvm::ArrayRef<llvm::Value *> memory);
/// The reverse.
llvm::SmallVector<llvm::Value *> lanesToParts(llvm::IRBuilderBase &builder,
                                              llvm::ArrayRef<llvm::Value *> elements);

} // namespace heddle::compiler

#endif
