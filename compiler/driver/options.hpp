// The command line of heddlec.
#ifndef HEDDLE_COMPILER_DRIVER_OPTIONS_HPP
#define HEDDLE_COMPILER_DRIVER_OPTIONS_HPP

#include "runtime/abi/compiler_interface.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace heddle::compiler {

enum class EmitKind { spirv, llvm, assembly, binary };
enum class ExplainKind { none, text, html };

struct CommandLine {
  enum class Action { compile, layout, sourceLayouts, job, serve, writeTrace, help, version };
  Action action = Action::compile;

  abi::JobKind kind = abi::JobKind::build;
  std::vector<std::string> inputs; ///< one, but for links and libraries; "-" is standard input
  std::vector<std::pair<std::string, std::string>> headers; ///< name in #include, file
  std::string linkOptions;                                  ///< of clLinkProgram
  std::string output; ///< empty: see codeOutput(); "-" is standard output
  EmitKind emit = EmitKind::binary;
  bool emitIsAsked = false; ///< by --emit or --compile; else an explanation is all that is wanted
  std::string target = "native";
  std::string builtins;      ///< the library's file; empty: the one beside heddlec
  unsigned subGroupSize = 0; ///< 0: the compiler chooses
  std::string kernel;        ///< the only one that is wanted; empty: all
  abi::JoinedGroups joinedGroups;
  std::array<std::uint32_t, 3> knownLocalSize{}; ///< CompileRequest::knownLocalSize
  bool anyRange = false;                         ///< CompileRequest::anyRange
  bool wholeSubGroups = false;                   ///< CompileRequest::wholeSubGroups
  bool mayDefer = false;                         ///< CompileRequest::mayDefer
  abi::ChecksRequest checks;
  std::vector<unsigned> reportedSubGroupSizes = {16, 32};
  bool untypedPointers = false; ///< in the module that is written
  std::string printAfter;       ///< text name of a pass
  std::string layout;           ///< name of a function; of Action::layout
  bool layoutAsSvg = false;     ///< also of Action::sourceLayouts
  unsigned processes = 0;       ///< 0: one a processor
  bool verbose = false;
  bool verifyEachPass = false;
  bool showTimes = false;
  bool timePasses = false;
  ExplainKind explain = ExplainKind::none;
  std::string openclOptions; ///< what follows "--", each word quoted again
};

llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> arguments);

/// Where the result goes: where -o says, else text to standard output, and a module or a binary
/// into the current folder under the input's name. Nowhere ("") when only --print-after or
/// --explain is wanted.
std::string codeOutput(const CommandLine &commandLine);

/// Where an explanation goes: where -o says, unless that is for code.
std::string explanationOutput(const CommandLine &commandLine);

extern const char helpText[];

} // namespace heddle::compiler

#endif
