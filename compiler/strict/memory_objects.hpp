// What memory a pointer leads into.
#ifndef HEDDLE_COMPILER_STRICT_MEMORY_OBJECTS_HPP
#define HEDDLE_COMPILER_STRICT_MEMORY_OBJECTS_HPP

#include "compiler/ir/internal_ops.hpp"
#include "compiler/strict/places.hpp"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace heddle::compiler {

/// A variable, or what an argument leads to.
struct MemoryObject {
  llvm::Value *base = nullptr;
  std::uint64_t size = 0; ///< bytes of a variable
  int argument = -1;      ///< else its number
};

/// Computes where accesses of one kernel lie in the objects that they are made to.
class MemoryObjects {
public:
  explicit MemoryObjects(llvm::Function &kernel);

  /// `bytes` from the pointer on.
  struct Span {
    llvm::Value *pointer;
    llvm::Value *bytes; ///< i64
    /// What is asked of the object: its size, or as much of it as may be written, or read.
    InternalOp limit = InternalOp::argumentSize;
  };
  /// What is to be found of a span: whether (i1), with which value (HeddleWorkerContext::found),
  /// and what is known of the object.
  struct Check {
    llvm::Value *isWrong;
    llvm::Value *value;
    Place place;
  };
  /// Whether the span leaves its object, or begins at an address that is no multiple of
  /// `alignment`. Nothing if that cannot be, or is not known. Code goes in front of `where`.
  std::optional<Check> check(const Span &span, llvm::Align alignment, llvm::Instruction &where);

  /// Where the pointer leads in its object, and the object's limit, where there is one object.
  struct Position {
    llvm::Value *offset, *limit;
    Place place;
  };
  std::optional<Position> position(llvm::Value *pointer, InternalOp limit,
                                   llvm::Instruction &where);

  /// All that the pointer may lead into; nothing where that is not known.
  llvm::SmallVector<MemoryObject, 2> objectsOf(llvm::Value *pointer) const;
  /// As the source has it.
  static llvm::StringRef nameOf(const MemoryObject &object);
  /// What a place has of its object.
  static Place placeIn(const MemoryObject &object);

private:
  std::optional<MemoryObject> objectAt(llvm::Value *base) const;
  llvm::Value *query(InternalOp op, int argument);
  llvm::Value *sizeOf(const MemoryObject &object, InternalOp limit);
  llvm::Value *limit(const MemoryObject &object, llvm::Value *bytes, InternalOp asked,
                     llvm::IRBuilder<> &builder);
  llvm::Value *before(const MemoryObject &object);
  bool isFollowed(llvm::Value *pointer) const;
  llvm::Value *stepsAlong(llvm::Value *pointer, const llvm::Value *base);
  /// Bytes from the object's base to the pointer; null if it is a private variable and not all ways
  /// to the pointer are known: its address is not asked for, so that it may stay in registers.
  llvm::Value *stepsTo(llvm::Value *pointer, const MemoryObject &object,
                       llvm::IRBuilder<> &builder);
  llvm::Value *startIsMisaligned(const MemoryObject &object, llvm::Align alignment);
  llvm::Value *isMisaligned(const MemoryObject &object, llvm::Value *steps, llvm::Align alignment,
                            llvm::IRBuilder<> &builder);

  llvm::Function &kernel;
  const llvm::DataLayout &layout;
  llvm::IRBuilder<> atEntry;
  std::map<std::pair<InternalOp, int>, llvm::Value *> queries;
  std::map<std::tuple<int, std::uint64_t, InternalOp>, llvm::Value *> limits;
  std::map<std::pair<int, std::uint64_t>, llvm::Value *> misalignedStarts;
  std::map<std::pair<llvm::Value *, const llvm::Value *>, llvm::Value *> steps; ///< of private ones
};

} // namespace heddle::compiler

#endif
