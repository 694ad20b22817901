// heddlec: the compiler, as a command for people and as the child process of the driver.
#include "compiler/driver/compile_job.hpp"
#include "compiler/driver/crash_report.hpp"
#include "compiler/driver/explanation_html.hpp"
#include "compiler/driver/job_server.hpp"
#include "compiler/driver/options.hpp"
#include "compiler/driver/trace_writer.hpp"
#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/compile_server.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace heddle;
using namespace heddle::compiler;

namespace {

constexpr int exitFailure = 1;
constexpr int exitUsage = 2;

int complain(const Twine &message, int status) {
  errs() << "heddlec: " << message << '\n';
  return status;
}

bool isSpirv(StringRef bytes) {
  return bytes.starts_with(StringRef("\x03\x02\x23\x07", 4)) ||
         bytes.starts_with(StringRef("\x07\x23\x02\x03", 4));
}

bool writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return true;
}

int runDriverJob(const std::string &executable) {
  forgetStages();
  enterStage("reading the request");
  ErrorOr<std::unique_ptr<MemoryBuffer>> input = MemoryBuffer::getSTDIN();
  if (!input)
    return complain("cannot read the request: " + input.getError().message(), exitUsage);
  StringRef bytes = (*input)->getBuffer();
  std::optional<abi::CompileRequest> request = abi::decodeRequest({bytes.data(), bytes.size()});
  if (!request)
    return complain("the request on standard input is damaged or of another version of Heddle",
                    exitUsage);
  input->reset();

  limitResources(request->memoryLimit, request->cpuSecondsLimit);
  JobSettings settings;
  settings.executable = executable;
  abi::CompileResponse result = runJob(*request, settings);
  result.stages = stagesSoFar();
  const std::string response = abi::encode(result);
  enterStage("writing the response");
  if (!writeAll(STDOUT_FILENO, response))
    return complain(Twine("cannot write the response: ") + std::strerror(errno), exitFailure);
  return 0;
}

int serve(const std::string &executable) {
  JobServerSettings settings;
  settings.control = STDIN_FILENO;
  settings.idle = std::chrono::seconds(abi::serverIdleSeconds);
  settings.runJob = [&] { return runDriverJob(executable); };
  return serveJobs(settings);
}

int writeResult(StringRef path, StringRef bytes) {
  if (path == "-")
    return writeAll(STDOUT_FILENO, bytes)
               ? 0
               : complain(Twine("cannot write the result: ") + std::strerror(errno), exitFailure);
  std::error_code error;
  raw_fd_ostream file(path, error);
  if (!error) {
    file << bytes;
    file.close();
    error = file.error();
    file.clear_error();
  }
  return error ? complain("cannot write '" + path + "': " + error.message(), exitFailure) : 0;
}

/// Null after a complaint.
std::unique_ptr<MemoryBuffer> readInput(const std::string &path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> input =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false);
  if (input)
    return std::move(*input);
  complain("cannot read '" + path + "': " + input.getError().message(), exitFailure);
  return nullptr;
}

/// The command line as a job on one file; nothing after a complaint.
std::optional<abi::CompileRequest> requestFor(const CommandLine &commandLine,
                                              const std::string &path) {
  std::unique_ptr<MemoryBuffer> input = readInput(path);
  if (!input)
    return std::nullopt;
  abi::CompileRequest request;
  request.kind = commandLine.kind;
  request.inputKind = isSpirv(input->getBuffer()) ? abi::InputKind::spirv : abi::InputKind::openclC;
  request.input = input->getBuffer().str();
  if (path != "-")
    request.sourceName = path;
  request.options = commandLine.openclOptions;
  for (const auto &[name, file] : commandLine.headers) {
    std::unique_ptr<MemoryBuffer> header = readInput(file);
    if (!header)
      return std::nullopt;
    request.headers.push_back({name, header->getBuffer().str()});
  }
  request.target = commandLine.target;
  request.subGroupSize = commandLine.subGroupSize;
  request.kernel = commandLine.kernel;
  request.joinedGroups = commandLine.joinedGroups;
  request.knownLocalSize = commandLine.knownLocalSize;
  request.anyRange = commandLine.anyRange;
  request.alignedGroups = !commandLine.anyRange;
  request.wholeSubGroups = commandLine.wholeSubGroups;
  request.mayDefer = commandLine.mayDefer;
  request.checks = commandLine.checks;
  request.reportedSubGroupSizes.assign(commandLine.reportedSubGroupSizes.begin(),
                                       commandLine.reportedSubGroupSizes.end());
  request.processes = commandLine.processes;
  request.verbose = commandLine.verbose;
  return request;
}

/// Compiles the inputs and names the results as the modules of a link.
std::optional<abi::CompileRequest> linkRequestFor(const CommandLine &commandLine,
                                                  const JobSettings &settings) {
  abi::CompileRequest link;
  for (const std::string &path : commandLine.inputs) {
    std::optional<abi::CompileRequest> part = requestFor(commandLine, path);
    if (!part)
      return std::nullopt;
    part->kind = abi::JobKind::compile;
    abi::CompileResponse response = runJob(*part, settings);
    errs() << response.log;
    if (response.status != abi::CompileStatus::success)
      return std::nullopt;
    abi::CompiledModule &module = link.modules.emplace_back();
    module.name = path;
    module.origin = part->inputKind;
    module.spirv = std::move(response.spirv);
    module.whole = std::move(response.whole);
    module.options = part->options;
    // What concerns the kernels is the same for all.
    part->modules = std::move(link.modules);
    link = std::move(*part);
  }
  link.kind = commandLine.kind;
  link.options = commandLine.linkOptions;
  return link;
}

int writeLayouts(const CommandLine &commandLine, const std::vector<FunctionLayout> &layouts) {
  return writeResult(commandLine.output.empty() ? "-" : commandLine.output,
                     commandLine.layoutAsSvg ? layoutSvg(layouts) : layoutText(layouts));
}

int showLayout(const CommandLine &commandLine) {
  std::vector<FunctionLayout> layouts = tellingLayouts(commandLine.layout);
  if (layouts.empty())
    return complain(
        "--layout: '" + commandLine.layout +
            "' is no function on matrices or 2D blocks that lanes hold; these are:\n  " +
            join(functionsWithLayouts(), "\n  "),
        exitFailure);
  if (commandLine.subGroupSize)
    erase_if(layouts, [&](const FunctionLayout &layout) {
      return layout.lanes != commandLine.subGroupSize;
    });
  if (layouts.empty())
    return complain("--layout: '" + commandLine.layout + "' has no overload for sub-group size " +
                        Twine(commandLine.subGroupSize),
                    exitFailure);
  return writeLayouts(commandLine, layouts);
}

/// Of the functions that a source calls.
int showSourceLayouts(const CommandLine &commandLine, const std::string &executable) {
  const std::string &path = commandLine.inputs.front();
  std::optional<abi::CompileRequest> request = requestFor(commandLine, path);
  if (!request)
    return exitFailure;
  if (request->inputKind != abi::InputKind::openclC)
    return complain("--layout: '" + path + "' is a SPIR-V module; OpenCL C is expected",
                    exitFailure);
  std::vector<FunctionLayout> layouts;
  JobSettings settings;
  settings.executable = executable;
  settings.emit = EmitKind::spirv;
  settings.layouts = &layouts;
  const abi::CompileResponse response = runJob(*request, settings);
  errs() << response.log;
  if (response.status != abi::CompileStatus::success)
    return exitFailure;
  if (layouts.empty())
    return complain("--layout: no kernel of '" + path +
                        "' calls a function on matrices or 2D blocks that lanes hold",
                    exitFailure);
  return writeLayouts(commandLine, layouts);
}

/// With the lines that an explained compilation has.
std::string assemblyOf(const abi::CompileRequest &request, JobSettings settings) {
  std::vector<Remark> remarks;
  settings.emit = EmitKind::assembly;
  settings.remarks = &remarks;
  return runJob(request, settings).binary;
}

std::string explanationPage(const CommandLine &commandLine, const abi::CompileRequest &request,
                            const std::vector<Remark> &remarks, StringRef assembly) {
  const auto textOf = [](StringRef input) { return isSpirv(input) ? "" : input.str(); };
  ExplainedProgram program;
  program.kernels = explained(remarks, request.sourceName);
  program.sources.push_back({request.sourceName, textOf(request.input)});
  // What was linked with it.
  for (const std::string &path : commandLine.inputs)
    if (path != "-" && path != request.sourceName)
      if (std::unique_ptr<MemoryBuffer> input = readInput(path))
        program.sources.push_back({path, textOf(input->getBuffer())});
  program.options = "heddlec " HEDDLE_VERSION ", target " + commandLine.target;
  if (!commandLine.openclOptions.empty())
    program.options += ", options " + StringRef(commandLine.openclOptions).trim().str();
  program.instructions = instructionsOfLines(assembly);
  return explanationHtml(program);
}

/// Of a finished job.
std::string explanation(const CommandLine &commandLine, const abi::CompileRequest &request,
                        const JobSettings &settings, const abi::CompileResponse &response) {
  const std::vector<Remark> &remarks = *settings.remarks;
  if (commandLine.explain == ExplainKind::text)
    return explanationText(explained(remarks, request.sourceName), request.sourceName);
  return explanationPage(commandLine, request, remarks,
                         settings.emit == EmitKind::assembly ? response.binary
                                                             : assemblyOf(request, settings));
}

int compileFiles(const CommandLine &commandLine, const std::string &executable) {
  JobSettings settings;
  settings.executable = executable;
  settings.builtins = commandLine.builtins;
  settings.emit = commandLine.emit;
  settings.pointers = commandLine.untypedPointers ? PointerKind::untyped : PointerKind::typed;
  settings.printAfter = commandLine.printAfter;
  settings.printStream = &outs();
  settings.verifyEachPass = commandLine.verifyEachPass;
  settings.timePasses = commandLine.timePasses;

  std::vector<Remark> remarks;
  if (commandLine.explain != ExplainKind::none)
    settings.remarks = &remarks;

  if (commandLine.showTimes)
    showStageTimes();
  const bool links =
      commandLine.kind == abi::JobKind::link || commandLine.kind == abi::JobKind::library;
  std::optional<abi::CompileRequest> request =
      links ? linkRequestFor(commandLine, settings)
            : requestFor(commandLine, commandLine.inputs.front());
  if (!request)
    return exitFailure;
  const std::string output = codeOutput(commandLine);
  // A page shows instructions. Unless something else is wanted besides, they are all that is.
  if (commandLine.explain == ExplainKind::html && output.empty())
    settings.emit = EmitKind::assembly;
  abi::CompileResponse response = runJob(*request, settings);
  enterStage("writing the result");
  outs().flush();
  const bool succeeded = response.status == abi::CompileStatus::success;
  int status = succeeded ? 0 : exitFailure;
  // A text also says how far a failed compilation came; a page shows its code.
  if (commandLine.explain == ExplainKind::text ||
      (commandLine.explain == ExplainKind::html && succeeded)) {
    // Of a file that was there nothing goes for an error in the first line.
    const std::string text = explanation(commandLine, *request, settings, response);
    if (succeeded || !text.empty())
      status = std::max(status, writeResult(explanationOutput(commandLine), text));
  }
  errs() << response.log;
  if (status || output.empty())
    return status;
  return writeResult(output,
                     commandLine.emit == EmitKind::spirv ? response.spirv : response.binary);
}

int run(int argc, char **argv) {
  Expected<CommandLine> commandLine = parseCommandLine(ArrayRef(argv, argc).drop_front());
  if (!commandLine)
    return complain(toString(commandLine.takeError()), exitUsage);
  std::string executable = sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&run));

  switch (commandLine->action) {
  case CommandLine::Action::help:
    outs() << helpText;
    return 0;
  case CommandLine::Action::version:
    outs() << "heddlec " HEDDLE_VERSION ", driver interface " << abi::abiVersion
           << ", LLVM " LLVM_VERSION_STRING "\n";
    return 0;
  case CommandLine::Action::job:
    return runDriverJob(executable);
  case CommandLine::Action::serve:
    return serve(executable);
  case CommandLine::Action::writeTrace:
    return writeTrace(STDIN_FILENO);
  case CommandLine::Action::layout:
    return showLayout(*commandLine);
  case CommandLine::Action::sourceLayouts:
    return showSourceLayouts(*commandLine, executable);
  case CommandLine::Action::compile:
    return compileFiles(*commandLine, executable);
  }
  return exitUsage;
}

} // namespace

int main(int argc, char **argv) {
  installCrashReport();
  int status = run(argc, argv);
  outs().flush();
  if (std::error_code error = outs().error())
    status = complain("cannot write to standard output: " + error.message(), exitFailure);
  // LLVM's tables and clang's trees need no tearing down.
  ::_exit(status);
}
