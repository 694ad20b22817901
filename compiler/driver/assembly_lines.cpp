#include "compiler/driver/assembly_lines.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

class Reader {
public:
  InstructionsOfLines read(StringRef assembly) {
    for (StringRef line : split(assembly, '\n'))
      readLine(line.split('#').first.trim());
    return std::move(found);
  }

private:
  void readLine(StringRef line) {
    if (line.consume_front(".file"))
      return readFile(line.trim());
    if (line.consume_front(".loc"))
      return readPlace(line.trim());
    if (line.consume_front(".type")) {
      const auto [name, type] = line.trim().split(',');
      if (type == "@function")
        functions.insert(name);
      return;
    }
    if (line.ends_with(":")) {
      if (functions.contains(line.drop_back())) {
        function = line.drop_back().str();
        place = {};
      }
      return;
    }
    if (line.empty() || line.starts_with(".") || place.second == 0)
      return;
    std::vector<LineInstructions> &ofLine = found[place];
    if (ofLine.empty() || ofLine.back().function != function)
      ofLine.push_back({function, {}});
    std::string text = line.str();
    std::replace(text.begin(), text.end(), '\t', ' ');
    ofLine.back().instructions.push_back(std::move(text));
  }

  /// NUMBER "FOLDER" "NAME" …, or without the folder.
  void readFile(StringRef line) {
    unsigned number = 0;
    if (line.consumeInteger(10, number))
      return;
    SmallVector<StringRef> parts;
    line.split(parts, '"');
    // Between every other two quotes.
    files[number] = parts.size() > 3   ? sourceFile(parts[1], parts[3])
                    : parts.size() > 1 ? sourceFile("", parts[1])
                                       : "";
  }

  /// FILE LINE COLUMN …
  void readPlace(StringRef line) {
    unsigned file = 0, number = 0;
    if (line.consumeInteger(10, file) || line.ltrim().consumeInteger(10, number))
      return;
    place = {files[file], number};
  }

  InstructionsOfLines found;
  StringSet<> functions;
  std::map<unsigned, std::string> files;
  std::string function;
  std::pair<std::string, unsigned> place{};
};

} // namespace

InstructionsOfLines instructionsOfLines(StringRef assembly) { return Reader().read(assembly); }

} // namespace heddle::compiler
