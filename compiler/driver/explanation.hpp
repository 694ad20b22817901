// heddlec --explain: the remarks of one compilation as a text for people.
#ifndef HEDDLE_COMPILER_DRIVER_EXPLANATION_HPP
#define HEDDLE_COMPILER_DRIVER_EXPLANATION_HPP

#include <string>
#include <vector>

namespace heddle::compiler {

/// See compiler/ir/remarks.hpp.
struct Remark {
  std::string kernel;
  std::string file;
  unsigned line = 0;
  unsigned callLine = 0;
  std::string text;
};

/// Kernel by kernel: first what has no place, then by source line, each remark once:
///
///   kernel 'scale'
///   scale.cl: sub-group size 8: …
///   scale.cl:4: load of a: consecutive, one vector
///
/// `source` stands for the file where a remark has none.
std::string explain(const std::vector<Remark> &remarks, const std::string &source);

} // namespace heddle::compiler

#endif
