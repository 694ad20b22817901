// What the rounds of a loop compute alike whenever the loop runs.
#ifndef HEDDLE_COMPILER_MATRIX_PANELS_ROUND_VALUES_HPP
#define HEDDLE_COMPILER_MATRIX_PANELS_ROUND_VALUES_HPP

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace heddle::compiler {

/// True for a load from what a window of a matrix gives that the kernel does not write.
bool isWindowRead(const llvm::LoadInst &load);

/// Values of a loop of one block that are, in each round, a function of the number of the round, of
/// values in front of the loop and of memory that the kernel does not write (unwrittenAttribute).
/// Two runs of the loop in one launch compute the same of them where these values are the same.
class RoundValues {
public:
  explicit RoundValues(const llvm::BasicBlock &loop) : loop(loop) {}

  /// The fewest scalars in front of the loop that say what `values` are, those nearest to them:
  /// without what is the same in the whole launch, and rather quotients and remainders of a number
  /// than the number. Nothing if there are more than `most`, or if no
  /// such scalars do.
  std::optional<llvm::SmallVector<llvm::Value *>> keysOf(llvm::ArrayRef<llvm::Value *> values,
                                                         unsigned most);
  /// Whether a value in front of the loop is the same in the whole launch.
  bool isFixed(const llvm::Value &value, unsigned depth = 0);

private:
  enum class Kind {
    fixed,  ///< the same in the whole launch
    inner,  ///< a function of its operands
    key,    ///< may be a key, and is a function of its operands
    source, ///< may be a key, and is known by nothing else
    other,
  };

  Kind kindOf(const llvm::Value &value);
  std::optional<llvm::SmallVector<llvm::Value *>> cut(llvm::ArrayRef<llvm::Value *> values,
                                                      unsigned most);

  const llvm::BasicBlock &loop;
  llvm::DenseMap<const llvm::Value *, bool> fixed;
  bool stopsAtParts = false; ///< of numbers: what they are made of is no key
};

} // namespace heddle::compiler

#endif
