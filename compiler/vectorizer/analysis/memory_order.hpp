// Which OpenCL vectors need not be taken apart into their components.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_MEMORY_ORDER_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_MEMORY_ORDER_HPP

#include "compiler/vectorizer/analysis/private_memory.hpp"
#include "compiler/vectorizer/analysis/strides.hpp"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

/// Whether one instruction can read or write such a vector: it has 4, 8, 16, … bytes in all.
bool isWholeVector(std::uint64_t components, std::uint64_t bytesOfEach);

/// A vector of n components has n parts of S lanes each. Two orders, for n = 2 (x and y) and S = 4:
///
///   components     x0 x1 x2 x3   y0 y1 y2 y3      what shuffles, dot products and the rest want
///   memory order   x0 y0 x1 y1   x2 y2 x3 y3      what lies in memory when a[gid] is read
///
/// Vectors of which each lane has one anywhere in memory are read and written in that order, too.
///
/// An operation that does the same to every component can be done in either. Where all that is
/// done between loads and stores is of this kind, both transpositions fall away: for vectors of 16
/// they are 64 shuffles for each access, most of the kernel and of the time to compile it.
class MemoryOrder {
public:
  MemoryOrder(const llvm::UniformityInfo &uniformity, const Strides &strides,
              const PrivateMemory &privateMemory)
      : uniformity(uniformity), strides(strides), privateMemory(privateMemory) {}

  void analyze(llvm::Function &function);

  bool contains(const llvm::Value *value) const { return values.contains(value); }

  /// The scalar, other in each lane, that `value` has in all its components; else null.
  static llvm::Value *splatScalar(const llvm::Value *value);

private:
  bool isDivergentVector(const llvm::Value *value) const;
  bool isWhole(const llvm::Value *pointer, const llvm::Type *type) const;
  bool isElementwise(const llvm::Instruction &instruction) const;

  const llvm::UniformityInfo &uniformity;
  const Strides &strides;
  const PrivateMemory &privateMemory;
  llvm::DenseSet<const llvm::Value *> values;
};

} // namespace heddle::compiler

#endif
