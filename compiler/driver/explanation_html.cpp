#include "compiler/driver/explanation_html.hpp"

#include "compiler/ir/diagnostics.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char style[] = R"(
:root { color-scheme: light dark }
body { font: 14px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 75em; padding: 0 1em }
h1 { font-size: 1.4em } h2 { font-size: 1.15em; margin: 1.5em 0 0.3em }
ul { margin: 0; padding: 0 0 0 1.2em }
code, pre { font: 13px/1.45 ui-monospace, monospace; white-space: pre; tab-size: 4 }
.source { border: 1px solid #8886; border-radius: 4px; overflow-x: auto; padding: 0.4em 0 }
.line > a { color: #888; display: inline-block; padding-right: 1em; text-align: right;
  text-decoration: none; width: 3.5em }
.line:target, .line.told:hover { background: #8882 }
.below { margin: 0.1em 0 0.35em 5.2em }
.below li, section li { list-style: none; padding-left: 0.6em; border-left: 3px solid #4a8a }
.below li.costly, section li.costly { border-color: #d70 }
.kernel { color: #888 }
details { color: #888; padding-left: 0.7em } details pre { margin: 0.2em 0 0.2em 1em }
)";

/// What a page can hold: the rest of a source, which may be any bytes, is U+FFFD.
std::string printable(StringRef text) {
  static constexpr StringLiteral replacement("\xEF\xBF\xBD");
  std::string result;
  while (!text.empty()) {
    const auto *bytes = reinterpret_cast<const UTF8 *>(text.data());
    const unsigned length = getUTF8SequenceSize(bytes, bytes + text.size());
    const auto first = static_cast<unsigned char>(text[0]);
    // Neither form has U+FFFE and U+FFFF, nor most control characters.
    const bool isControl = (first < 0x20 && first != '\t') || first == 0x7F;
    const bool isNone = text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
    result += length == 0 || isControl || isNone ? StringRef(replacement) : text.take_front(length);
    text = text.drop_front(std::max(length, 1U));
  }
  return result;
}

class Page {
public:
  explicit Page(const ExplainedProgram &program) : program(program) {}

  std::string take() {
    const StringRef name = program.sources.front().name;
    os << "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>";
    write(name);
    os << ": what became of it</title>\n<style>" << style << "</style>\n</head>\n<body>\n<h1>";
    write(name);
    os << "</h1>\n<p>";
    write(program.options);
    os << "</p>\n";
    for (const ExplainedKernel &kernel : program.kernels)
      writeKernel(kernel);
    collectLines();
    for (size_t i = 0; i < program.sources.size(); ++i)
      writeSource(program.sources[i], i);
    writeOtherFiles();
    os << "</body>\n</html>\n";
    return std::move(page);
  }

private:
  struct Told {
    const ExplainedKernel *kernel;
    const CountedRemark *remark;
  };
  using Place = std::pair<std::string, unsigned>; ///< file, line

  void write(StringRef text) { printHTMLEscaped(printable(text), os); }

  static std::string fileOf(const std::string &name) { return sourceFile("", name); }

  /// The file that a remark is about.
  std::string fileOf(const Remark &remark) const {
    return fileOf(remark.file.empty() ? program.sources.front().name : remark.file);
  }

  void writeKernel(const ExplainedKernel &kernel) {
    os << "<section>\n<h2>kernel <code>";
    write(kernel.name);
    os << "</code></h2>\n<ul>\n";
    for (const CountedRemark &remark : kernel.remarks)
      if (remark.remark.line == 0)
        writeRemark(remark, "");
    os << "</ul>\n</section>\n";
  }

  void writeRemark(const CountedRemark &remark, StringRef kernel) {
    os << (remark.remark.kind == RemarkKind::costly ? "<li class=\"costly\">" : "<li>");
    if (!kernel.empty()) {
      os << "<span class=\"kernel\">";
      write(kernel);
      os << ":</span> ";
    }
    write(wordsOf(remark));
    os << "</li>\n";
  }

  void collectLines() {
    for (const ExplainedKernel &kernel : program.kernels)
      for (const CountedRemark &remark : kernel.remarks)
        if (remark.remark.line)
          told[{fileOf(remark.remark), remark.remark.line}].push_back({&kernel, &remark});
  }

  void writeSource(const SourceText &source, size_t number) {
    const std::string file = fileOf(source.name);
    shown.insert(file);
    if (source.text.empty())
      return writeToldLines(source.name, file);
    os << "<h2>";
    write(source.name);
    os << "</h2>\n<div class=\"source\">\n";
    const std::string anchor = number ? std::to_string(number) + "-" : "";
    StringRef text = source.text;
    for (unsigned line = 1; !text.empty(); ++line) {
      StringRef code;
      std::tie(code, text) = text.split('\n');
      code.consume_back("\r");
      writeLine({file, line}, anchor, code);
    }
    os << "</div>\n";
  }

  void writeLine(const Place &place, StringRef anchor, StringRef code) {
    const auto remarks = told.find(place);
    const auto instructions = program.instructions.find(place);
    const bool hasMore = remarks != told.end() || instructions != program.instructions.end();
    os << "<div class=\"line" << (hasMore ? " told" : "") << "\" id=\"L" << anchor << place.second
       << "\"><a href=\"#L" << anchor << place.second << "\">" << place.second << "</a><code>";
    write(code);
    os << "</code>";
    if (hasMore) {
      os << "\n<div class=\"below\">\n";
      if (remarks != told.end())
        writeRemarks(remarks->second);
      if (instructions != program.instructions.end())
        writeInstructions(instructions->second);
      os << "</div>\n";
    }
    os << "</div>\n";
  }

  /// A function that several kernels call became something in each of them.
  void writeRemarks(const std::vector<Told> &remarks) {
    const bool ofSeveral =
        any_of(remarks, [&](const Told &other) { return other.kernel != remarks.front().kernel; });
    os << "<ul>\n";
    for (const auto &[kernel, remark] : remarks)
      writeRemark(*remark, ofSeveral ? StringRef(kernel->name) : "");
    os << "</ul>\n";
  }

  void writeInstructions(const std::vector<LineInstructions> &functions) {
    for (const auto &[function, instructions] : functions) {
      os << "<details><summary>" << instructions.size()
         << (instructions.size() == 1 ? " instruction" : " instructions") << " in ";
      write(function);
      os << "</summary><pre>";
      for (const std::string &instruction : instructions) {
        write(instruction);
        os << "\n";
      }
      os << "</pre></details>\n";
    }
  }

  /// Of what there is no text, the lines of which something is said.
  void writeToldLines(StringRef name, const std::string &file) {
    os << "<h2>";
    write(name);
    os << "</h2>\n<div class=\"source\">\n";
    for (auto remark = told.lower_bound({file, 0});
         remark != told.end() && remark->first.first == file; ++remark) {
      os << "<div class=\"line told\"><a>" << remark->first.second
         << "</a>\n<div class=\"below\">\n";
      writeRemarks(remark->second);
      os << "</div>\n</div>\n";
    }
    os << "</div>\n";
  }

  void writeOtherFiles() {
    std::set<std::string> others;
    for (const auto &[place, remarks] : told)
      if (!shown.contains(place.first))
        others.insert(place.first);
    for (const std::string &file : others)
      writeToldLines(file, file);
  }

  const ExplainedProgram &program;
  std::map<Place, std::vector<Told>> told;
  std::set<std::string> shown;
  std::string page;
  raw_string_ostream os{page};
};

} // namespace

std::string explanationHtml(const ExplainedProgram &program) { return Page(program).take(); }

} // namespace heddle::compiler
