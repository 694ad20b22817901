// Which places in local memory work-items reach for, by their ids.
#ifndef HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOCAL_PLACES_HPP
#define HEDDLE_COMPILER_VECTORIZER_ANALYSIS_LOCAL_PLACES_HPP

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instruction.h"

#include <compare>
#include <cstdint>
#include <map>

namespace heddle::compiler {

/// An access: object + steps * ids + offset + what else there is, in bytes.
struct LocalPlace {
  /// An id of a work-item, or what is computed of them alone and is no sum of their multiples, such
  /// as `l / 4`.
  struct Id {
    /// 0 to 2 of the local id, and those of a sub-group
    static constexpr unsigned lane = 3, subGroup = 4;
    unsigned dimension = 0;
    const llvm::Value *computed = nullptr; ///< null for the id itself

    auto operator<=>(const Id &) const = default;
  };

  const llvm::Value *object = nullptr; ///< null where it is not known
  /// How far apart places are from work-item to work-item, by what tells these; none of them 0.
  std::map<Id, std::int64_t> steps;
  std::int64_t offset = 0;
  bool isExact = true; ///< there is nothing else
  /// The number that chooses one of two or a few buffers; null where there are none.
  const llvm::Value *buffer = nullptr;
  bool isWritten = false;

  bool operator==(const LocalPlace &) const = default;
};

/// The place of a load or store, or of a block of a sub-group; without an object for all else. What
/// may wrap is taken not to.
/// \param round null, or a loop: the counters of loops in it are told like ids, as rounds go by.
LocalPlace localPlace(const llvm::Instruction &access, const llvm::Loop *round = nullptr);

/// Whether nothing but lane numbers and counters tells the places of work-items apart, so that all
/// sub-groups reach for the same ones.
bool isOfAllSubGroups(const LocalPlace &place);

} // namespace heddle::compiler

#endif
