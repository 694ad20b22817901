// Where findings go.
#ifndef HEDDLE_RUNTIME_STRICT_FINDINGS_HPP
#define HEDDLE_RUNTIME_STRICT_FINDINGS_HPP

#include "runtime/strict/describe_finding.hpp"

namespace heddle {

class Context;

/// Reports the finding, unless one of its kind was reported for its place before. Any thread; does
/// not return where HEDDLE_STRICT is `abort`.
void report(const Finding &finding, HeddlePlace &place, const Context &context) noexcept;

} // namespace heddle

#endif
