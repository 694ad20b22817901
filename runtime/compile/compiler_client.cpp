#include "runtime/compile/compiler_client.hpp"

#include "runtime/compile/compile_server.hpp"
#include "runtime/support/file.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/subprocess.hpp"
#include "runtime/support/trace_event.hpp"

#include <cerrno>
#include <unistd.h>

namespace heddle::compile {

namespace {

abi::CompileResponse failed(std::string reason) {
  abi::CompileResponse response;
  response.status = abi::CompileStatus::buildFailure;
  response.log = std::move(reason);
  return response;
}

// What a dying compiler said last is what helps; its first words are of another time.
std::string lastLines(std::string text) {
  constexpr std::size_t mostBytes = 4096;
  constexpr int mostLines = 20;
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  std::size_t start = text.size();
  for (int lines = 0; start > 0 && text.size() - start < mostBytes; --start)
    if (text[start - 1] == '\n' && ++lines == mostLines)
      break;
  return text.substr(start);
}

std::string withLastOutput(std::string reason, int errorFile) {
  std::string said = lastLines(readAll(errorFile).value_or(std::string()));
  if (!said.empty())
    reason += "its last output was:\n" + said + "\n";
  return reason;
}

bool complete(const abi::CompileResponse &response, abi::JobKind kind) {
  switch (response.status) {
  case abi::CompileStatus::success:
    if (kind == abi::JobKind::compile)
      return !response.spirv.empty();
    return kind == abi::JobKind::library || !response.binary.empty();
  case abi::CompileStatus::buildFailure:
  case abi::CompileStatus::invalidOptions:
  case abi::CompileStatus::invalidInput:
    return true;
  }
  return false;
}

/// The stages of the compiler, as events of the thread that waits for it.
void traceStages(const abi::CompileResponse &response) {
  Trace *trace = Trace::active();
  if (!trace)
    return;
  for (const abi::StageTime &stage : response.stages) {
    TraceEvent event(TraceEvent::complete, stage.name, "compiler", stage.start,
                     Trace::thisThread());
    event.duration(stage.end - stage.start);
    trace->append(event);
  }
}

} // namespace

abi::CompileResponse runCompiler(const CompilerLocation &compiler,
                                 const abi::CompileRequest &request,
                                 std::chrono::milliseconds timeLimit, CompileServer *server) {
  if (compiler.program.empty()) {
    std::string reason = "the compiler 'heddlec' was not found; looked at:\n";
    for (const std::string &path : compiler.lookedAt)
      reason += "  " + path + "\n";
    return failed(reason + "HEDDLE_COMPILER names it when it is somewhere else\n");
  }

  const TraceScope scope("heddlec", "build");
  FileDescriptor input = createMemoryFile("heddle-job");
  FileDescriptor output = createMemoryFile("heddle-answer");
  FileDescriptor error = createMemoryFile("heddle-compiler-stderr");
  if (!input || !output || !error)
    return failed("no memory files for the compiler: " + errorText(errno) + "\n");
  if (int problem = writeAll(input.get(), abi::encode(request)))
    return failed("cannot write the job for the compiler: " + errorText(problem) + "\n");
  ::lseek(input.get(), 0, SEEK_SET);

  std::optional<SubprocessResult> served;
  if (server)
    served = server->run(compiler.program, {input.get(), output.get(), error.get(), timeLimit});
  if (!served) {
    // A worker that is gone may have begun.
    ::lseek(input.get(), 0, SEEK_SET);
    ::lseek(output.get(), 0, SEEK_SET);
    static_cast<void>(::ftruncate(output.get(), 0) + ::ftruncate(error.get(), 0));
    SubprocessRequest process;
    process.arguments = {compiler.program, abi::jobOption};
    process.standardInput = input.get();
    process.standardOutput = output.get();
    process.standardError = error.get();
    process.timeLimit = timeLimit;
    served = runSubprocess(process);
  }
  const SubprocessResult result = *served;
  log(LogTopic::build, "'%s' %s", compiler.program.c_str(), result.describe().c_str());

  const std::string name = "the compiler '" + compiler.program + "' ";
  using End = SubprocessResult::End;
  // When the status is lost, the answer itself tells: it decodes only when it is whole.
  if (result.end != End::unknown && !(result.end == End::exited && result.code == 0)) {
    std::string reason = name + result.describe() + "\n";
    if (result.end == End::timedOut)
      reason += "the limit is " + std::to_string(timeLimit.count() / 1000.0).substr(0, 8) +
                " seconds (HEDDLE_COMPILER_TIMEOUT)\n";
    return failed(withLastOutput(std::move(reason), error.get()));
  }
  std::optional<std::string> answer = readAll(output.get());
  if (!answer)
    return failed("cannot read the compiler's answer\n");
  std::optional<abi::CompileResponse> response = abi::decodeResponse(*answer);
  if (!response || !complete(*response, request.kind))
    return failed(withLastOutput(name + "gave an answer of " + std::to_string(answer->size()) +
                                     " bytes that cannot be read; is it of another version?\n",
                                 error.get()));
  traceStages(*response);
  return std::move(*response);
}

} // namespace heddle::compile
