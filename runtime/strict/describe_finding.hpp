// A finding in words.
#ifndef HEDDLE_RUNTIME_STRICT_DESCRIBE_FINDING_HPP
#define HEDDLE_RUNTIME_STRICT_DESCRIBE_FINDING_HPP

#include "runtime/abi/entry_point.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle {

/// Whether work-items do not access memory there, but have an asynchronous copy do it.
inline bool isCopy(const HeddlePlace &place) {
  return (place.access & heddleOfWorkGroup) && !(place.access & heddleMeets);
}

/// Whom the finder of something has met.
struct OtherAccess {
  const HeddlePlace *place; ///< null if it has not come to one
  HeddleFinders finders;
  std::uint64_t value = 0; ///< of an operand that it gives
};

/// What HeddleWorkerContext::found was called with, and what the command knows.
struct Finding {
  const HeddlePlace &place;
  const HeddleFinders &finders;
  std::uint64_t value;
  const HeddleNdRange &ndRange;
  /// Of the argument that the place names, if it names one.
  HeddleArgumentRange range;
  std::uint64_t argumentAddress;
  /// Of a place where several may be found, and who the other one is.
  std::optional<HeddleFindingKind> kind = {};
  const OtherAccess *other = nullptr;
};

struct DescribedFinding {
  HeddleFindingKind kind;
  std::array<std::uint64_t, 3> globalId; ///< of the first work-item that found it
  std::string sentence;
};

/// What the checks of one access have in common is told apart here.
HeddleFindingKind kindOf(const Finding &finding);
DescribedFinding describe(const Finding &finding);

/// The columns of runtime/abi/finding_kinds.def.
const char *nameOf(HeddleFindingKind kind);
const char *ruleOf(HeddleFindingKind kind);
const char *sectionOf(HeddleFindingKind kind);

} // namespace heddle

#endif
