#include "compiler/driver/options.hpp"

#include "runtime/abi/compile_server.hpp"
#include "runtime/abi/compiler_interface.hpp"
#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/abi/strict_device.hpp"
#include "runtime/abi/trace_records.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <array>
#include <optional>

using namespace llvm;

namespace heddle::compiler {

const char helpText[] =
    R"(heddlec: compiles OpenCL C or SPIR-V to a kernel binary of Heddle

usage: heddlec FILE [-o OUT] [options] [-- OpenCL options]             clBuildProgram
       heddlec --compile FILE [-o OUT] [options] [-- OpenCL options]   clCompileProgram
       heddlec --link FILE... [-o OUT] [options] [-- OpenCL options]   clLinkProgram
       heddlec --library FILE...                                       and with -create-library
       heddlec --layout=FUNCTION [-o OUT]                              a table or a picture
       heddlec FILE --layout [-o OUT] [-- OpenCL options]              of what FILE calls

  FILE                     OpenCL C, or a SPIR-V module (told by its first word); - reads from
                           standard input
  --compile                writes a SPIR-V module, which may use what others define
  --link                   compiles each FILE and makes one kernel binary of all
  --library                only checks that the FILEs can be parts of one library
  --link-options=OPTIONS   options of clLinkProgram, such as -cl-fast-relaxed-math
  --header=NAME=FILE       #include "NAME" and <NAME> find FILE before anything else
  -o OUT                   where the result goes; - is standard output. Without it text goes to
                           standard output, a module or binary to FILE.spv or FILE.hdl here,
                           named after the first FILE
  --emit=KIND              spirv, llvm (after the last pass), asm, or binary (default)
  --untyped-pointers       --emit=spirv and --compile write a module of pointers without types
                           (SPV_KHR_untyped_pointers)
  --target=TARGET          native (default), a level such as x86-64-v3, x86-64-v4 or
                           sapphirerapids, or a CPU name of LLVM; +feature and -feature may follow,
                           separated by commas
  --builtins=FILE          the OpenCL C library, in place of the one beside heddlec
  --sub-group-size=N       lanes for kernels that do not require a size: 8, 16 or 32, or 1 for lane
                           by lane
  --kernel=NAME            only this kernel of the program
  --join-groups=SIZE*COUNT[,rows][,tails]
                           code for work-groups of SIZE work-items, COUNT of which are joined, both
                           1 to 3 numbers with x between; rows: of a single one, each row of
                           work-items begins a sub-group; tails: trailing ones may be smaller. With
                           --sub-group-size
  --local-size=SIZE        work-groups have this size, 1 to 3 numbers with x between, as if all
                           kernels required it that require none
  --reported-sizes=N,...   the sub-group sizes that the device reports (default 16,32)
  --any-range              code for missing lanes also where a build leaves it out
  --whole-sub-groups       none also where a build has it, as for a launch that waits for the code
  --defer                  leaves kernels of a long program to their first launch, as builds do
  --checks, --checks=all   checks in front of what specifications leave undefined, as HEDDLE_STRICT
                           has them (docs/strict.md)
  --checks-for=DEVICE      and of what a GPU has not, as HEDDLE_STRICT_DEVICE: xe2, xehpc, xehpg or
                           xelp
  --jobs=N                 how many groups of kernels are compiled at a time (one a processor); the
                           result is the same
  --print-after=PASS       prints the module after each run of a pass, for example
                           lower-spirv-builtins, inline-functions or sroa
  --explain                what became of each kernel and why, by source line: its sub-group size,
                           memory accesses, divergent branches and loops, calls; docs/explain.md
  --explain=html           the same as a page: the source, below each line what became of it, and
                           its instructions; -o NAME.html implies it. -o is for the explanation,
                           unless --emit asks for code besides
  --layout=FUNCTION        which lane holds which element of the matrices of a function, such as
                           intel_sub_group_bf16_bf16_matrix_mad_k16 or
                           intel_sub_group_2d_block_read_transform_16b_16r16x1c; --sub-group-size
                           picks its overload; docs/layouts.md
  --layout                 the same of each such function that the source calls
  --layout-format=FORMAT   text (default), or svg, which -o NAME.svg implies
  --time                   processor time of each stage
  --time-passes            and of each pass
  --verify-each            checks the module after every pass
  -v                       notes: what was vectorized, and why something was not
  --job                    one compile job of the driver, on standard input and output
  --serve                  jobs of the driver, asked for through the socket on standard input
  --write-trace            the file of HEDDLE_TRACE, for the program at the other end of the socket
                           on standard input
  --help, --version

OpenCL options are those of clBuildProgram: -cl-std=CL3.0, -cl-fast-relaxed-math, -D, -I, ...

examples:
  heddlec gemm.cl -o gemm.hdl --target=sapphirerapids -- -cl-std=CL3.0 -D TILE=16
  heddlec gemm.cl --emit=asm --target=x86-64-v4
  heddlec gemm.cl --print-after=vectorize-sub-groups
  heddlec gemm.cl --explain
  heddlec gemm.cl --explain -o gemm.html
  heddlec --layout=intel_sub_group_i8_i8_matrix_mad_k32 -o i8.svg
  heddlec --compile tiles.cl -o tiles.spv && heddlec --link gemm.cl tiles.spv
)";

namespace {

Error usageError(const Twine &message) {
  return createStringError(message + "; heddlec --help lists the options");
}

/// The value of --name=VALUE or --name VALUE, nothing when the argument is another one.
class ArgumentReader {
public:
  explicit ArgumentReader(ArrayRef<const char *> arguments) : arguments(arguments) {}

  bool atEnd() const { return next == arguments.size(); }
  StringRef take() { return arguments[next++]; }

  Expected<std::optional<StringRef>> value(StringRef argument, StringRef name) {
    if (argument == name) {
      if (atEnd())
        return usageError("option '" + name + "' needs a value");
      return take();
    }
    if (argument.consume_front(name) && argument.consume_front("="))
      return argument;
    return std::nullopt;
  }

private:
  ArrayRef<const char *> arguments;
  size_t next = 0;
};

std::optional<EmitKind> emitKind(StringRef name) {
  return StringSwitch<std::optional<EmitKind>>(name)
      .Case("spirv", EmitKind::spirv)
      .Case("llvm", EmitKind::llvm)
      .Case("asm", EmitKind::assembly)
      .Case("binary", EmitKind::binary)
      .Default(std::nullopt);
}

std::optional<unsigned> laneCount(StringRef text) {
  unsigned size = 0;
  if (text.getAsInteger(10, size) || !is_contained({1u, 8u, 16u, 32u}, size))
    return std::nullopt;
  return size;
}

/// 4, 4x2 or 4x2x1; what is left out is 1.
bool readSizes(StringRef text, std::array<std::uint32_t, 3> &sizes) {
  sizes = {1, 1, 1};
  SmallVector<StringRef, 3> parts(split(text, 'x'));
  if (text.empty() || parts.size() > sizes.size())
    return false;
  for (auto [part, size] : zip(parts, sizes))
    if (part.getAsInteger(10, size) || size == 0)
      return false;
  return true;
}

Error readJoinedGroups(StringRef value, abi::JoinedGroups &joined) {
  StringRef text = value;
  joined.uniform = !text.consume_back(",tails");
  joined.rowsApart = text.consume_back(",rows");
  auto [size, count] = text.split('*');
  if (!readSizes(size, joined.localSize) || !readSizes(count, joined.groups) ||
      joined.numWorkItems() > abi::maxWorkGroupSize ||
      (joined.rowsApart && joined.numGroups() != 1))
    return usageError("--join-groups: '" + value + "' is not of the form SIZE*COUNT");
  return Error::success();
}

/// The word as it has to stand in an option string to come out of splitOptions() again.
std::string quoted(StringRef word) {
  std::string result = "'";
  for (char c : word) {
    if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

Error setValue(CommandLine &result, StringRef name, StringRef value) {
  if (name == "-o") {
    result.output = value.str();
  } else if (name == "--emit") {
    std::optional<EmitKind> kind = emitKind(value);
    if (!kind)
      return usageError("--emit: '" + value + "' is not one of spirv, llvm, asm and binary");
    result.emit = *kind;
    result.emitIsAsked = true;
  } else if (name == "--link-options") {
    result.linkOptions = value.str();
  } else if (name == "--header") {
    auto [header, file] = value.split('=');
    if (header.empty() || file.empty())
      return usageError("--header: '" + value + "' is not of the form NAME=FILE");
    result.headers.emplace_back(header.str(), file.str());
  } else if (name == "--builtins") {
    result.builtins = value.str();
  } else if (name == "--target") {
    result.target = value.str();
  } else if (name == "--sub-group-size") {
    std::optional<unsigned> size = laneCount(value);
    if (!size)
      return usageError("--sub-group-size: '" + value + "' is not one of 1, 8, 16 and 32");
    result.subGroupSize = *size;
  } else if (name == "--layout-format") {
    if (value != "text" && value != "svg")
      return usageError("--layout-format: '" + value + "' is not one of text and svg");
    result.layoutAsSvg = value == "svg";
  } else if (name == "--kernel") {
    result.kernel = value.str();
  } else if (name == "--local-size") {
    const auto &[x, y, z] = result.knownLocalSize;
    if (!readSizes(value, result.knownLocalSize) ||
        std::uint64_t(x) * y * z > abi::maxWorkGroupSize)
      return usageError("--local-size: '" + value + "' is not of the form N, NxN or NxNxN");
  } else if (name == "--join-groups") {
    return readJoinedGroups(value, result.joinedGroups);
  } else if (name == "--jobs") {
    if (value.getAsInteger(10, result.processes) || result.processes == 0)
      return usageError("--jobs: '" + value + "' is no number of processes");
  } else if (name == "--reported-sizes") {
    result.reportedSubGroupSizes.clear();
    for (StringRef part : split(value, ',')) {
      std::optional<unsigned> size = laneCount(part);
      if (!size || *size == 1)
        return usageError("--reported-sizes: '" + part + "' is not one of 8, 16 and 32");
      result.reportedSubGroupSizes.push_back(*size);
    }
  } else {
    result.printAfter = value.str();
  }
  return Error::success();
}

/// What no single option can say.
Expected<CommandLine> checked(CommandLine result) {
  const bool ofSource = result.action == CommandLine::Action::sourceLayouts;
  if (ofSource || result.action == CommandLine::Action::layout)
    result.layoutAsSvg |= StringRef(result.output).ends_with(".svg");
  if (result.action == CommandLine::Action::layout && !result.inputs.empty())
    return usageError("--layout=FUNCTION takes no input file");
  if (ofSource && result.kind != abi::JobKind::build)
    return usageError("--layout takes none of --compile, --link and --library");
  if (result.action != CommandLine::Action::compile && !ofSource)
    return result;
  if (result.inputs.empty())
    return usageError("no input file");
  const bool links = result.kind == abi::JobKind::link || result.kind == abi::JobKind::library;
  if (!links && result.inputs.size() > 1)
    return usageError("one input file is expected, found '" + result.inputs[0] + "' and '" +
                      result.inputs[1] + "'; --link takes several");
  if (!links && !result.linkOptions.empty())
    return usageError("--link-options needs --link or --library");
  if (result.kind == abi::JobKind::compile) {
    result.emit = EmitKind::spirv;
    result.emitIsAsked = true;
  } else if (links && result.emit == EmitKind::spirv)
    return usageError("--emit=spirv: a link makes no SPIR-V module");
  if (result.explain == ExplainKind::text &&
      StringRef(explanationOutput(result)).ends_with(".html"))
    result.explain = ExplainKind::html;
  if (result.joinedGroups && result.subGroupSize < 2)
    return usageError("--join-groups needs --sub-group-size");
  if (result.untypedPointers && result.emit != EmitKind::spirv)
    return usageError("--untyped-pointers needs --emit=spirv or --compile");
  return result;
}

} // namespace

Expected<CommandLine> parseCommandLine(ArrayRef<const char *> arguments) {
  static constexpr StringLiteral valued[] = {"-o",
                                             "--emit",
                                             "--header",
                                             "--link-options",
                                             "--target",
                                             "--sub-group-size",
                                             "--kernel",
                                             "--layout-format",
                                             "--join-groups",
                                             "--local-size",
                                             "--reported-sizes",
                                             "--print-after",
                                             "--builtins",
                                             "--jobs"};
  CommandLine result;
  ArgumentReader reader(arguments);
  while (!reader.atEnd()) {
    StringRef argument = reader.take();
    if (argument == "--") {
      while (!reader.atEnd())
        result.openclOptions += quoted(reader.take()) + " ";
      break;
    }
    if (argument == "--help" || argument == "-h")
      result.action = CommandLine::Action::help;
    else if (argument == "--version")
      result.action = CommandLine::Action::version;
    else if (argument == abi::jobOption)
      result.action = CommandLine::Action::job;
    else if (argument == abi::serveOption)
      result.action = CommandLine::Action::serve;
    else if (argument == abi::writeTraceOption)
      result.action = CommandLine::Action::writeTrace;
    else if (argument == "--compile")
      result.kind = abi::JobKind::compile;
    else if (argument == "--link")
      result.kind = abi::JobKind::link;
    else if (argument == "--library")
      result.kind = abi::JobKind::library;
    else if (argument == "-v")
      result.verbose = true;
    else if (argument == "--layout")
      result.action = CommandLine::Action::sourceLayouts;
    else if (argument.consume_front("--layout=")) {
      result.action = CommandLine::Action::layout;
      result.layout = argument.str();
    } else if (argument == "--explain" || argument == "--explain=text")
      result.explain = ExplainKind::text;
    else if (argument == "--explain=html")
      result.explain = ExplainKind::html;
    else if (argument == "--any-range")
      result.anyRange = true;
    else if (argument == "--whole-sub-groups")
      result.wholeSubGroups = true;
    else if (argument == "--defer")
      result.mayDefer = true;
    else if (argument == "--checks")
      result.checks.wanted = true;
    else if (argument == "--checks=all")
      result.checks.wanted = result.checks.all = true;
    else if (argument.consume_front("--checks-for=")) {
      result.checks.wanted = true;
      result.checks.device = argument.str();
      if (!abi::findStrictDevice(result.checks.device))
        return usageError("--checks-for: '" + argument + "' is no device that is known");
    } else if (argument == "--time")
      result.showTimes = true;
    else if (argument == "--untyped-pointers")
      result.untypedPointers = true;
    else if (argument == "--time-passes")
      result.showTimes = result.timePasses = true;
    else if (argument == "--verify-each")
      result.verifyEachPass = true;
    else if (argument == "-" || !argument.starts_with("-")) {
      result.inputs.push_back(argument.str());
    } else {
      bool found = false;
      for (StringRef name : valued) {
        Expected<std::optional<StringRef>> value = reader.value(argument, name);
        if (!value)
          return value.takeError();
        if (!*value)
          continue;
        if (Error error = setValue(result, name, **value))
          return error;
        found = true;
        break;
      }
      if (!found)
        return usageError("unknown option '" + argument + "'");
    }
  }
  return checked(std::move(result));
}

std::string codeOutput(const CommandLine &commandLine) {
  const bool onlyExplains = commandLine.explain != ExplainKind::none && !commandLine.emitIsAsked;
  if (!commandLine.output.empty() && !onlyExplains)
    return commandLine.output;
  if (!commandLine.printAfter.empty() || commandLine.explain != ExplainKind::none ||
      commandLine.kind == abi::JobKind::library)
    return "";
  if (commandLine.emit == EmitKind::llvm || commandLine.emit == EmitKind::assembly)
    return "-";
  StringRef first = commandLine.inputs.front();
  StringRef stem = first == "-" ? StringRef("out") : sys::path::stem(first);
  return (stem + (commandLine.emit == EmitKind::spirv ? ".spv" : ".hdl")).str();
}

std::string explanationOutput(const CommandLine &commandLine) {
  return commandLine.output.empty() || commandLine.emitIsAsked ? "-" : commandLine.output;
}

} // namespace heddle::compiler
