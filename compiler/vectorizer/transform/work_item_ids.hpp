// Answers of the work-item and sub-group queries in the variants of a kernel.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WORK_ITEM_IDS_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_WORK_ITEM_IDS_HPP

#include "llvm/IR/Function.h"

namespace heddle::compiler {

enum class Variant { full, rows, masked, lane };

/// All lanes exist and lie in one row.
inline bool isFull(Variant variant) { return variant == Variant::full || variant == Variant::rows; }

/// Whether its lanes, as many as there are, lie in one row.
bool lanesShareRow(const llvm::Function &function, Variant variant);

/// Promises the optimizer that global ids are below 2^31, which spares checks where a 32-bit id
/// becomes an address. Returns false when no id is narrowed, so that it makes no difference.
bool assumeSmallGlobalIds(llvm::Function &function);

/// Writes global ids as sums, and replaces what is the same for the sub-group in this variant:
/// sub-group sizes always; local ids 1 and 2 where lanes share a row; all ids of the one lane in
/// `lane`. Local ids that differ from lane to lane and the lane's number stay for widening, but for
/// quotients and remainders by multiples of the lanes where they share a row.
void substituteIds(llvm::Function &function, Variant variant, unsigned lanes);

} // namespace heddle::compiler

#endif
