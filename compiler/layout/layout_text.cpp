#include "compiler/layout/operand_layout.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// "3", or "3-6" for several that follow one another.
std::string range(unsigned first, unsigned last) {
  return first == last ? std::to_string(first) : std::to_string(first) + "-" + std::to_string(last);
}

/// All elements of one component of one lane.
std::string cell(const OperandLayout &layout, unsigned lane, unsigned component) {
  std::vector<MatrixPlace> places;
  for (unsigned part = 0; part < layout.parts; ++part)
    if (std::optional<MatrixPlace> place = layout.place(lane, component, part))
      places.push_back(*place);
  if (places.empty())
    return "-";
  const MatrixPlace first = places.front(), last = places.back();
  return range(first.row, last.row) + "," + range(first.column, last.column);
}

void print(std::string &text, const OperandLayout &layout) {
  std::vector<std::vector<std::string>> rows = {{"lane"}};
  for (unsigned lane = 0; lane < layout.lanes; ++lane)
    rows.front().push_back(std::to_string(lane));
  for (unsigned component = 0; component < layout.components; ++component) {
    std::vector<std::string> &row = rows.emplace_back();
    row.push_back(layout.componentName(component));
    for (unsigned lane = 0; lane < layout.lanes; ++lane)
      row.push_back(cell(layout, lane, component));
  }
  std::vector<std::size_t> widths(layout.lanes + 1);
  for (const auto &row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());

  text += "\n" + layout.name + ": " + layout.type + ", " + std::to_string(layout.rows) + " x " +
          std::to_string(layout.columns) + " of " + layout.holds;
  if (layout.parts > 1)
    text += ", " + std::to_string(layout.parts) + " in a component, the first in the lowest bits";
  text += "\n";
  rows.front().front().insert(0, widths[0] - rows.front().front().size(), ' ');
  for (const auto &row : rows) {
    std::string line = "  ";
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(widths[i] - std::min(widths[i], row[i].size()) + 2, ' ');
    text += StringRef(line).rtrim().str() + "\n";
  }
}

} // namespace

std::string layoutText(const std::vector<FunctionLayout> &functions) {
  std::string text;
  for (const FunctionLayout &function : functions) {
    if (!text.empty())
      text += "\n";
    text += function.declaration + ", sub-group size " + std::to_string(function.lanes) + "\n" +
            function.computes + "\n";
    for (const OperandLayout &layout : function.operands)
      print(text, layout);
  }
  return text;
}

} // namespace heddle::compiler
