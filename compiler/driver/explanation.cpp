#include "compiler/driver/explanation.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::compiler {

std::vector<ExplainedKernel> explained(const std::vector<Remark> &remarks,
                                       const std::string &source) {
  std::vector<ExplainedKernel> kernels;
  const auto key = [](const Remark &r) { return std::tie(r.file, r.line, r.callLine, r.text); };
  for (Remark remark : remarks) {
    // Debug information has no folder for some names, such as ./k.cl.
    if (remark.file == source || source.ends_with("/" + remark.file))
      remark.file.clear();
    auto kernel = std::find_if(kernels.begin(), kernels.end(), [&](const ExplainedKernel &known) {
      return known.name == remark.kernel;
    });
    if (kernel == kernels.end())
      kernel = kernels.insert(kernel, {remark.kernel, {}});
    auto known = std::find_if(
        kernel->remarks.begin(), kernel->remarks.end(),
        [&](const CountedRemark &counted) { return key(counted.remark) == key(remark); });
    if (known == kernel->remarks.end())
      kernel->remarks.push_back({remark, 1, kernel->remarks.size()});
    else
      ++known->times;
  }
  for (ExplainedKernel &kernel : kernels)
    std::sort(kernel.remarks.begin(), kernel.remarks.end(),
              [](const CountedRemark &a, const CountedRemark &b) {
                return std::tie(a.remark.file, a.remark.line, a.said) <
                       std::tie(b.remark.file, b.remark.line, b.said);
              });
  return kernels;
}

std::string wordsOf(const CountedRemark &counted) {
  std::string text = counted.remark.text;
  if (counted.remark.callLine)
    text += " [called from line " + std::to_string(counted.remark.callLine) + "]";
  if (counted.times > 1)
    text += " (" + std::to_string(counted.times) + " times)";
  return text;
}

std::string explanationText(const std::vector<ExplainedKernel> &kernels,
                            const std::string &source) {
  std::string text;
  for (const ExplainedKernel &kernel : kernels) {
    text += (text.empty() ? "kernel '" : "\nkernel '") + kernel.name + "'\n";
    for (const CountedRemark &counted : kernel.remarks) {
      text += counted.remark.file.empty() ? source : counted.remark.file;
      if (counted.remark.line)
        text += ":" + std::to_string(counted.remark.line);
      text += ": " + wordsOf(counted) + "\n";
    }
  }
  return text;
}

} // namespace heddle::compiler
