// Elements side by side that lanes load or store one by one, as vectors.
#ifndef HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_DENSE_ACCESSES_HPP
#define HEDDLE_COMPILER_VECTORIZER_TRANSFORM_JOIN_DENSE_ACCESSES_HPP

#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

#include <cstdint>
#include <optional>

namespace heddle::compiler {

/// Pixels and structures that a source takes apart by itself: `a[3 * i]`, `a[3 * i + 1]`,
/// `a[3 * i + 2]` are three accesses of which each has gaps, so that each is made lane by lane or
/// reads all that the others read. As a vector of three they are wide accesses and shuffles
/// (transform/widen_memory.cpp).
///
/// Expects: the scalar function that is about to be widened, and its strides.
/// Leaves:  loads of vectors in place of what is read between two writes, also where the code parts
///          and meets again in between; stores of vectors. Whether there are any.
bool joinDenseAccesses(llvm::Function &function, const Strides &strides,
                       llvm::FunctionAnalysisManager &analyses);

/// Bytes from lane to lane of a load or store of one element that may be part of such a vector.
std::optional<std::int64_t> denseStep(const llvm::Instruction &access, const Strides &strides);

} // namespace heddle::compiler

#endif
