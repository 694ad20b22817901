// heddlec --explain: the remarks of one compilation, for people.
#ifndef HEDDLE_COMPILER_DRIVER_EXPLANATION_HPP
#define HEDDLE_COMPILER_DRIVER_EXPLANATION_HPP

#include "compiler/ir/remarks.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::compiler {

/// See compiler/ir/remarks.hpp.
struct Remark {
  std::string kernel;
  std::string file; ///< empty: of the program itself
  unsigned line = 0;
  unsigned callLine = 0;
  RemarkKind kind = RemarkKind::decision;
  std::string text;
};

/// A remark, and how often it was made: a line that is unrolled or inlined is told once.
struct CountedRemark {
  Remark remark;
  unsigned times = 1;
  std::size_t said = 0; ///< of its kernel's remarks the how manieth
};

/// First what has no place, then by source line; what is said of one line in the order in which it
/// was said.
struct ExplainedKernel {
  std::string name;
  std::vector<CountedRemark> remarks;
};

/// What every form of the explanation is made of. `source` is the program's name.
std::vector<ExplainedKernel> explained(const std::vector<Remark> &remarks,
                                       const std::string &source);

/// What is said, behind the place: the text, the line of the call, and the number of times.
std::string wordsOf(const CountedRemark &remark);

/// Kernel by kernel:
///
///   kernel 'scale'
///   scale.cl: sub-group size 8: …
///   scale.cl:4: load of a: consecutive, one vector
std::string explanationText(const std::vector<ExplainedKernel> &kernels, const std::string &source);

} // namespace heddle::compiler

#endif
