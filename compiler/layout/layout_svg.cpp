// Each matrix is a grid of its elements. An element says lane:component and has the colour of its
// lane; lines are drawn between blocks.
#include "compiler/layout/operand_layout.hpp"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr unsigned cellWidth = 30, cellHeight = 18, margin = 20, lineHeight = 18;
/// For the numbers of rows, left of the grid.
constexpr unsigned gutter = 26;

std::string escaped(StringRef text) {
  std::string result;
  for (char character : text)
    switch (character) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    default:
      result += character;
    }
  return result;
}

class Picture {
public:
  void add(const FunctionLayout &function) {
    lanes = std::max(lanes, function.lanes);
    text(margin, "title",
         function.declaration + ", sub-group size " + std::to_string(function.lanes));
    text(margin, "", function.computes);
    for (const OperandLayout &layout : function.operands)
      add(layout);
    y += margin;
  }

  std::string take() {
    std::string result = formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                                 "height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n<style>\n"
                                 "text {{ font: 12px sans-serif }\n.title {{ font-weight: bold }\n"
                                 ".n {{ font-size: 9px; fill: #555; text-anchor: middle }\n"
                                 "g text {{ font-size: 9px; text-anchor: middle }\n"
                                 "g rect {{ width: {2}px; height: {3}px; stroke: #fff }\n",
                                 width + margin, y, cellWidth, cellHeight);
    // Neighbours differ in brightness, too.
    for (unsigned lane = 0; lane < lanes; ++lane)
      result += formatv(".l{0} rect {{ fill: hsl({1}, 75%, {2}%) }\n", lane, lane * 360 / lanes,
                        lane % 2 ? 78 : 86);
    return result + "</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" + body +
           "</svg>\n";
  }

private:
  void text(unsigned x, StringRef style, StringRef line) {
    y += lineHeight;
    body +=
        formatv("<text x=\"{0}\" y=\"{1}\"{2}>{3}</text>\n", x, y,
                style.empty() ? std::string() : (" class=\"" + style + "\"").str(), escaped(line));
    // Roughly: what a letter takes.
    width = std::max<unsigned>(width, x + 7 * line.size());
  }

  void add(const OperandLayout &layout) {
    y += lineHeight / 2;
    text(margin, "",
         layout.name + ": " + layout.type + ", " + std::to_string(layout.rows) + " x " +
             std::to_string(layout.columns) + " of " + layout.holds +
             "; each element with its lane:component");
    const unsigned left = margin + gutter, top = y + lineHeight;
    for (unsigned column = 0; column < layout.columns; ++column)
      number(left + column * cellWidth + cellWidth / 2, top - 4, column);
    for (unsigned row = 0; row < layout.rows; ++row)
      number(margin + gutter / 2, top + row * cellHeight + 12, row);
    for (unsigned lane = 0; lane < layout.lanes; ++lane)
      addLane(layout, lane, left, top);
    for (unsigned column = layout.blockColumns; column < layout.columns;
         column += layout.blockColumns)
      body += formatv("<path d=\"M{0} {1}v{2}\" stroke=\"#000\"/>\n", left + column * cellWidth,
                      top, layout.rows * cellHeight);
    y = top + layout.rows * cellHeight;
    width = std::max(width, left + layout.columns * cellWidth);
  }

  void addLane(const OperandLayout &layout, unsigned lane, unsigned left, unsigned top) {
    body += formatv("<g class=\"l{0}\">\n", lane);
    for (unsigned component = 0; component < layout.components; ++component)
      for (unsigned part = 0; part < layout.parts; ++part)
        if (std::optional<MatrixPlace> place = layout.place(lane, component, part)) {
          const unsigned x = left + place->column * cellWidth, row = top + place->row * cellHeight;
          body += formatv("<rect x=\"{0}\" y=\"{1}\"/><text x=\"{2}\" y=\"{3}\">{4}:{5}</text>\n",
                          x, row, x + cellWidth / 2, row + 12, lane, component);
        }
    body += "</g>\n";
  }

  void number(unsigned x, unsigned baseline, unsigned value) {
    body += formatv("<text x=\"{0}\" y=\"{1}\" class=\"n\">{2}</text>\n", x, baseline, value);
  }

  std::string body;
  unsigned width = 0, y = margin / 2, lanes = 0;
};

} // namespace

std::string layoutSvg(const std::vector<FunctionLayout> &functions) {
  Picture picture;
  for (const FunctionLayout &function : functions)
    picture.add(function);
  return picture.take();
}

} // namespace heddle::compiler
