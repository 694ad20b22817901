#include "compiler/driver/explanation.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::compiler {

namespace {

struct Line {
  const Remark *remark;
  unsigned times;
};

std::string lineOf(const Line &line, const std::string &source) {
  const Remark &remark = *line.remark;
  // Debug information has the name without its folder.
  const bool isMain = remark.file.empty() || source.ends_with("/" + remark.file);
  std::string text = isMain ? source : remark.file;
  if (remark.line)
    text += ":" + std::to_string(remark.line);
  text += ": " + remark.text;
  if (remark.callLine)
    text += " [called from line " + std::to_string(remark.callLine) + "]";
  if (line.times > 1)
    text += " (" + std::to_string(line.times) + " times)";
  return text + "\n";
}

} // namespace

std::string explain(const std::vector<Remark> &remarks, const std::string &source) {
  std::vector<std::string> kernels;
  std::map<std::string, std::vector<Line>> linesOf;
  for (const Remark &remark : remarks) {
    std::vector<Line> &lines = linesOf[remark.kernel];
    if (lines.empty())
      kernels.push_back(remark.kernel);
    auto key = [](const Remark &r) { return std::tie(r.file, r.line, r.callLine, r.text); };
    auto known = std::find_if(lines.begin(), lines.end(),
                              [&](const Line &line) { return key(*line.remark) == key(remark); });
    if (known == lines.end())
      lines.push_back({&remark, 1});
    else
      ++known->times;
  }
  std::string text;
  for (const std::string &kernel : kernels) {
    std::vector<Line> &lines = linesOf[kernel];
    // What is said of one line stays in the order in which it was said.
    std::sort(lines.begin(), lines.end(), [](const Line &a, const Line &b) {
      return std::tie(a.remark->file, a.remark->line, a.remark) <
             std::tie(b.remark->file, b.remark->line, b.remark);
    });
    text += (text.empty() ? "kernel '" : "\nkernel '") + kernel + "'\n";
    for (const Line &line : lines)
      text += lineOf(line, source);
  }
  return text;
}

} // namespace heddle::compiler
