// A finding in words.
#ifndef HEDDLE_RUNTIME_STRICT_DESCRIBE_FINDING_HPP
#define HEDDLE_RUNTIME_STRICT_DESCRIBE_FINDING_HPP

#include "runtime/abi/entry_point.h"

#include <array>
#include <cstdint>
#include <string>

namespace heddle {

/// What HeddleWorkerContext::found was called with, and what the command knows.
struct Finding {
  const HeddlePlace &place;
  const HeddleFinders &finders;
  std::uint64_t value;
  const HeddleNdRange &ndRange;
  /// Of the argument that the place names, if it names one.
  HeddleArgumentRange range;
  std::uint64_t argumentAddress;
};

struct DescribedFinding {
  HeddleFindingKind kind;
  std::array<std::uint64_t, 3> globalId; ///< of the first work-item that found it
  std::string sentence;
};

DescribedFinding describe(const Finding &finding);

/// The columns of runtime/abi/finding_kinds.def.
const char *nameOf(HeddleFindingKind kind);
const char *ruleOf(HeddleFindingKind kind);
const char *sectionOf(HeddleFindingKind kind);

} // namespace heddle

#endif
