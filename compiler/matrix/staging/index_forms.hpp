// Integers and addresses that a work-item computes, as polynomials with ranges.
#ifndef HEDDLE_COMPILER_MATRIX_STAGING_INDEX_FORMS_HPP
#define HEDDLE_COMPILER_MATRIX_STAGING_INDEX_FORMS_HPP

#include "compiler/matrix/nest/address_polynomial.hpp"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::compiler {

/// Both ends are in it.
struct IndexRange {
  std::int64_t least, most;
};

/// A loop variable that goes up by `step` as long as it is below `end`.
struct LoopCounter {
  llvm::Value *start;
  std::int64_t step, end;
};

/// The value of a phi of a loop's header in all rounds of the loop, if it is that.
std::optional<LoopCounter> loopCounter(const llvm::PHINode &phi, const llvm::LoopInfo &loops);

/// What is one value where a condition holds, and another one else, as in
/// `row < rows ? a[row] : 0`.
struct GuardedValue {
  llvm::Value *condition, *ifTrue, *ifFalse;
};

/// Of a phi behind one block that is run under a condition.
std::optional<GuardedValue> guardedValue(const llvm::PHINode &phi);

/// Calls that read for a sub-group what its lanes get, from memory that is not local.
bool isBlockRead(const llvm::Value &value);

/// Makes polynomials of the scalars of one kernel before the vectorizer: a narrow integer stands
/// for its signed value, which is the polynomial only where arithmetic does not wrap. Products,
/// sums and divisions by constants are taken apart; all else is a factor, which equals another one
/// that is computed alike.
class IndexForms {
public:
  /// localSize: of all work-groups, which sub-groups of `lanes` fill, if it is known.
  IndexForms(const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators,
             const llvm::DataLayout &layout,
             std::optional<std::array<std::uint64_t, 3>> localSize = std::nullopt,
             unsigned lanes = 0)
      : loops(loops), dominators(dominators), layout(layout), localSize(localSize), lanes(lanes) {}

  AddressPolynomial of(llvm::Value *value);
  IndexRange rangeOf(const AddressPolynomial &form) const;
  /// The number of the factor that the form is, and nothing else.
  static std::optional<unsigned> singleFactor(const AddressPolynomial &form);

  /// form = quotient * divisor + rest, with 0 <= rest < divisor for sure.
  std::optional<std::pair<AddressPolynomial, AddressPolynomial>>
  split(const AddressPolynomial &form, std::int64_t divisor);

  /// The same, where a quotient and a remainder of one division are what was divided.
  AddressPolynomial joined(AddressPolynomial form) const;

  /// What an instruction computes whose arithmetic gives `form` where nothing wraps.
  AddressPolynomial result(llvm::Instruction &instruction, const AddressPolynomial &form);

  /// From now on `value` is taken to be `form`; until `restore`.
  void substitute(llvm::Value *value, AddressPolynomial form);
  void restore();

  /// A factor that no value is, between 0 and `end`.
  unsigned newFactor(std::int64_t end);
  /// The one that stands for the element of a vector of `count`.
  unsigned laneFactor(unsigned count);

  struct Factor {
    enum class Kind { leaf, quotient, remainder, computed } kind;
    llvm::Value *value = nullptr; ///< one of those that are it; null of those of newFactor, and
                                  ///< where only parts of values are it
    AddressPolynomial dividend = {};
    std::int64_t divisor = 0;
    unsigned opcode = 0, predicate = 0;
    const llvm::Type *type = nullptr;
    std::vector<AddressPolynomial> operands = {};
    IndexRange range = {};
    std::int64_t multiple = 1; ///< it is one of this
  };
  std::int64_t subGroupSize() const { return lanes; }
  const Factor &factor(unsigned number) const { return factors[number]; }
  bool isNew(unsigned number) const {
    return factors[number].kind == Factor::Kind::leaf && !factors[number].value;
  }

  /// As instructions of a type, where those of all factors could be done once more.
  llvm::Value *emit(llvm::IRBuilderBase &builder, const AddressPolynomial &form, llvm::Type *type);

private:
  std::optional<AddressPolynomial> exactQuotient(const AddressPolynomial::Product &product,
                                                 std::int64_t coefficient, std::int64_t divisor);
  std::optional<std::pair<AddressPolynomial, AddressPolynomial>>
  splitCoarse(const AddressPolynomial &form, std::int64_t divisor);
  AddressPolynomial build(llvm::Value *value);
  AddressPolynomial leaf(llvm::Value *value);
  AddressPolynomial computed(llvm::Instruction &instruction);
  AddressPolynomial divided(llvm::Value *value, const AddressPolynomial &dividend,
                            std::int64_t divisor, bool wantsRest);
  AddressPolynomial number(Factor factor);
  std::int64_t multipleOf(const AddressPolynomial::Product &product) const;
  IndexRange rangeOf(const AddressPolynomial::Product &product) const;
  llvm::Value *available(llvm::IRBuilderBase &builder, llvm::Value *value) const;

  const llvm::LoopInfo &loops;
  const llvm::DominatorTree &dominators;
  const llvm::DataLayout &layout;
  const std::optional<std::array<std::uint64_t, 3>> localSize;
  const unsigned lanes;
  std::vector<Factor> factors;
  llvm::DenseMap<unsigned, unsigned> laneFactors;
  llvm::DenseMap<llvm::Value *, AddressPolynomial> known, substituted;
  unsigned depth = 0;
};

} // namespace heddle::compiler

#endif
