// Cooperative matrices of a sub-group (SPV_KHR_cooperative_matrix): their types, and which elements
// a work-item holds.
//
// The rows of a matrix are dealt out to the lanes as they are: component i of lane l is element
// (row i % R, column i / R * S + l) of a matrix with R rows at sub-group size S, for every use and
// component type. So a row of S elements is one SIMD value, and what a matrix is copied to by
// components has its elements where they were. Where S is a multiple of the columns, several rows
// lie abreast in the lanes of a component; of B groups of four rows. Rows of B that are packed for
// the products (pairs of 16-bit elements, quads of bytes) are one row of words, whose elements are
// adjacent components. What is missing to whole groups or to a multiple of S are surplus
// components: zeros when loaded.
#ifndef HEDDLE_COMPILER_IR_COOPERATIVE_MATRIX_HPP
#define HEDDLE_COMPILER_IR_COOPERATIVE_MATRIX_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Type.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

// As SPIR-V numbers them.
enum class MatrixUse : unsigned { a, b, accumulator };
enum class MatrixLayout : unsigned { rowMajor, columnMajor, packed };
inline constexpr unsigned subGroupScope = 3;

/// What fits the packing of every component type.
inline constexpr unsigned matrixBRowGroup = 4;

/// How many groups of rows of that many columns lie side by side in the lanes.
unsigned rowsAbreast(unsigned columns, unsigned lanes);

struct CooperativeMatrix {
  llvm::Type *component = nullptr;
  unsigned scope = subGroupScope;
  unsigned rows = 0;
  unsigned columns = 0;
  MatrixUse use = MatrixUse::accumulator;

  /// Of the translator's type; nothing for another.
  static std::optional<CooperativeMatrix> of(llvm::Type *type);

  unsigned elementBytes() const;
  /// Rows of B that share a word: 4 / elementBytes, else 1.
  unsigned packing() const;
  /// Rows whose elements of one column one lane has.
  unsigned rowGroup() const { return use == MatrixUse::b ? matrixBRowGroup : 1; }
  /// With those that are missing to a whole group.
  unsigned storedRows() const;
  unsigned columnBlocks(unsigned lanes) const;
  unsigned rowsAbreast(unsigned lanes) const { return compiler::rowsAbreast(columns, lanes); }
  /// Of a block of columns: how many groups of rows a lane has.
  unsigned groupsOfBlock(unsigned lanes) const;
  /// Components of a work-item: what OpCooperativeMatrixLengthKHR gives.
  unsigned length(unsigned lanes) const {
    return groupsOfBlock(lanes) * rowGroup() * columnBlocks(lanes);
  }

  /// What a work-item holds: a vector of components, or of words that pack them; a scalar if it is
  /// one.
  llvm::Type *partType(unsigned lanes) const;
  /// The same as components, of which each is an element.
  llvm::Type *elementsType(unsigned lanes) const;
};

/// A bit of its own in the operands word of heddle.cooperative_mad: all operands are elements of
/// one type, multiplied and added as those are. The lower bits are the number of rows of B that
/// were packed in a word before.
inline constexpr unsigned elementwiseProducts = 0x08000000;

/// A matrix in memory, read or written by heddle.cooperative_load or heddle.cooperative_store.
///
/// Elements of four bits lie two to a byte there, the first in the lower half, and are bytes in
/// registers, with zeros above. Their lines are whole bytes.
struct MatrixAccess {
  unsigned elementBits, rows, columns;
  MatrixUse use;
  MatrixLayout layout;

  /// In registers.
  unsigned elementBytes() const { return elementBits < 8 ? 1 : elementBits / 8; }
  unsigned elementsOfByte() const { return elementBits < 8 ? 8 / elementBits : 1; }
  unsigned packing() const;
  /// Rows of B that share a word in the packed layout.
  unsigned linePacking() const;
  /// Rows, or rows of words.
  unsigned packedRows() const;
  /// With those that are missing to a whole group, and those of a group.
  unsigned storedRows() const;
  unsigned rowGroup() const { return use == MatrixUse::b ? matrixBRowGroup / packing() : 1; }
  /// Lines lie a pitch apart, elements of a line side by side.
  unsigned lines() const;
  unsigned lineElements() const;
  unsigned lineBytes() const { return lineElements() * elementBits / 8; }
};

/// Of a call of one of the two, which was checked when it was made.
MatrixAccess matrixAccess(const llvm::CallBase &call);
/// The width of what has no edges.
inline constexpr std::int64_t unboundedWidth = std::int64_t(1) << 62;
bool isUnbounded(const llvm::CallBase &call);

/// The operands of heddle.cooperative_mad that are numbers.
struct CooperativeProduct {
  unsigned rows, columns, depth, operands;
};
CooperativeProduct cooperativeProduct(const llvm::CallBase &call);

/// On a kernel with cooperative matrices: the sub-group size that its matrices are laid out for.
inline constexpr char cooperativeSizeAttribute[] = "heddle-cooperative-size";
std::optional<unsigned> cooperativeSize(const llvm::Function &kernel);

/// On a pointer to a component of a matrix in a variable: how many there are.
void setMatrixLength(llvm::Instruction &pointer, unsigned length);
std::optional<unsigned> matrixLength(const llvm::Instruction &pointer);

} // namespace heddle::compiler

#endif
