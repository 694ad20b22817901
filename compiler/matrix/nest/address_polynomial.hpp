// Addresses as polynomials, to see that the rows of a matrix lie at equal distances.
//
// Kernels compute the address of each row by itself: base + 2 * ((row + i) * width + column).
// ScalarEvolution keeps such products of sums closed and cannot subtract one from the other.
#ifndef HEDDLE_COMPILER_MATRIX_NEST_ADDRESS_POLYNOMIAL_HPP
#define HEDDLE_COMPILER_MATRIX_NEST_ADDRESS_POLYNOMIAL_HPP

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::compiler {

/// A sum of products of values, modulo 2^64.
class AddressPolynomial {
public:
  /// The factors of a product, in the order of their numbers; empty for the constant.
  using Product = std::vector<unsigned>;

  bool operator==(const AddressPolynomial &) const = default;
  std::optional<std::int64_t> constant() const;
  /// The polynomial without its constant.
  AddressPolynomial varying() const;
  /// The c for which this is other * c and a constant.
  std::optional<std::int64_t> timesOf(const AddressPolynomial &other) const;

  AddressPolynomial operator+(const AddressPolynomial &other) const;
  AddressPolynomial operator-(const AddressPolynomial &other) const;
  AddressPolynomial operator+(std::int64_t constant) const;
  AddressPolynomial operator*(std::int64_t factor) const;
  AddressPolynomial operator*(const AddressPolynomial &other) const;

  void add(const Product &product, std::uint64_t coefficient);
  const std::map<Product, std::uint64_t> &products() const { return terms; }

private:
  friend class AddressPolynomials;

  std::map<Product, std::uint64_t> terms; ///< no coefficient is zero
};

/// Makes polynomials whose factors are numbered alike, so that they can be compared.
class AddressPolynomials {
public:
  /// `throughWindows`: blocks are taken to lie inside of their matrices, so that the places of two
  /// windows can be compared. True of most, promised by none.
  explicit AddressPolynomials(const llvm::DataLayout &layout, bool throughWindows = false)
      : layout(layout), throughWindows(throughWindows) {}

  /// In bytes for pointers. Nothing if it would have too many terms.
  std::optional<AddressPolynomial> of(llvm::Value *value);

  /// How far the address moves from one round of the loop, a single block, to the next.
  std::optional<AddressPolynomial> stepOf(llvm::Value *value, const llvm::BasicBlock &loop);

  /// True if none of its factors is computed in the loop, a single block.
  bool isInvariant(const AddressPolynomial &polynomial, const llvm::BasicBlock &loop) const;

  /// The polynomial as instructions. Its factors must be available there.
  llvm::Value *emit(llvm::IRBuilderBase &builder, const AddressPolynomial &polynomial) const;

private:
  struct Factor {
    llvm::Value *value;
    /// For value = (this >> shift), exactly; what was shifted.
    AddressPolynomial shifted;
    unsigned shift = 0;
    std::uint64_t bits = ~std::uint64_t(0); ///< which of the value's
  };

  AddressPolynomial factor(llvm::Value *value);
  AddressPolynomial shiftedRight(llvm::Value *value, const AddressPolynomial &shifted,
                                 unsigned shift);
  AddressPolynomial someBits(llvm::Value *value, std::uint64_t bits, unsigned depth);
  AddressPolynomial build(llvm::Value *value, unsigned depth);
  AddressPolynomial buildAddress(llvm::GEPOperator &address, unsigned depth);
  AddressPolynomial product(const AddressPolynomial &left, const AddressPolynomial &right);
  llvm::Value *firstRoundValue(llvm::Value *value) const;
  llvm::Value *nextRoundValue(llvm::Value *value) const;

  const llvm::DataLayout &layout;
  const bool throughWindows;
  std::vector<Factor> factors;
  bool tooLarge = false;
  /// Header phis of this loop that are one constant and then another stand for the first one.
  const llvm::BasicBlock *firstRoundOf = nullptr;
  /// Header phis of this loop stand for their values of the next round.
  const llvm::BasicBlock *nextRoundOf = nullptr;
};

} // namespace heddle::compiler

#endif
