// Takes the place of heddlec. What it does is in HEDDLE_FAKE_COMPILER:
//
//   kernels   answers with the test kernels (the default); the log of a link names its modules,
//   that
//             of a compilation the headers
//   fail      answers with a failed build
//   options   answers that the options are invalid
//   kill      says something and kills itself with SIGKILL
//   abort     says something and aborts
//   status    says something and exits with status 3
//   parent    answers with the number of its parent process as the log
//   process   answers with its own number as the log
//   slow      the same after a while
//   folder    answers with the current directory as the log
//   as-told   one of these, named by the build options
//   unserving knows no --serve
//   hang      runs for ever, together with a child process
//   garbage   writes bytes that are no answer
//   cut       writes the first half of a good answer
//   empty     writes nothing
//   time      answers as to a source that asks for the time
//
// HEDDLE_FAKE_COMPILER_LOG names a file that gets one letter for each job,
// HEDDLE_FAKE_COMPILER_INCLUDES a file that the answer lists as included, and
// HEDDLE_FAKE_COMPILER_IDLE has the milliseconds after which an idle worker ends.
#include "compiler/driver/job_server.hpp"
#include "runtime/abi/compile_server.hpp"
#include "runtime/abi/compiler_interface.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>
#include <unistd.h>

using namespace heddle::abi;

namespace {

std::string contents(std::istream &in) {
  return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

void noteStart() {
  const std::string path = environment("HEDDLE_FAKE_COMPILER_LOG");
  if (path.empty())
    return;
  int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0 || ::write(file, "x", 1) != 1)
    std::abort();
  ::close(file);
}

CompileResponse answerFor(const CompileRequest &request) {
  CompileResponse response;
  response.status = CompileStatus::success;
  response.log = "built by the fake compiler with '" + request.options + "'\n";
  for (const SpecializationConstant &constant : request.specializationConstants)
    response.log += "constant " + std::to_string(constant.id) + " has " +
                    std::to_string(constant.bytes.size()) + " bytes\n";
  for (const EmbeddedHeader &header : request.headers)
    response.log += "header " + header.name + " is '" + header.text + "'\n";
  for (const CompiledModule &module : request.modules)
    response.log += "module '" + module.name + "' was compiled with '" + module.options + "'\n";
  if (request.kind == JobKind::build || request.kind == JobKind::compile) {
    // A header and no instructions.
    const std::uint32_t words[] = {0x07230203, 0x00010400, 0, 1, 0};
    response.spirv.assign(reinterpret_cast<const char *>(words), sizeof(words));
  }
  if (request.kind == JobKind::build || request.kind == JobKind::link) {
    std::ifstream kernels(HEDDLE_TEST_KERNELS, std::ios::binary);
    response.binary = contents(kernels);
  }
  if (const std::string path = environment("HEDDLE_FAKE_COMPILER_INCLUDES"); !path.empty()) {
    std::ifstream file(path, std::ios::binary);
    response.includedFiles.push_back({path, contentHash(contents(file))});
  }
  return response;
}

/// Gives the kernels "empty" and "store", which have other arguments, one another's names.
void exchangeKernels(std::string &binary) {
  const std::string one("\0empty", 6), other("\0store", 6);
  for (std::size_t at = 0; (at = binary.find_first_of('\0', at)) + 6 < binary.size(); ++at)
    // Not in the names of entry points.
    if (binary[at + 6] != '_' && binary.compare(at, 6, one) == 0)
      binary.replace(at, 6, other);
    else if (binary[at + 6] != '_' && binary.compare(at, 6, other) == 0)
      binary.replace(at, 6, one);
}

int runJob() {
  noteStart();
  // Of this job: the process may have done others.
  std::clearerr(stdin);
  std::cin.clear();
  const std::optional<CompileRequest> request = decodeRequest(contents(std::cin));
  if (!request)
    return 2;
  std::string mode = environment("HEDDLE_FAKE_COMPILER");
  if (mode == "as-told")
    mode = request->options;

  if (mode == "kill" || mode == "abort" || mode == "status") {
    std::cerr << "first words\n";
    for (int i = 0; i < 100; ++i)
      std::cerr << "line " << i << "\n";
    std::cerr << "last words" << std::endl;
    if (mode == "status")
      return 3;
    std::raise(mode == "kill" ? SIGKILL : SIGABRT);
  }
  if (mode == "hang") {
    static_cast<void>(!::fork());
    for (;;)
      std::this_thread::sleep_for(std::chrono::seconds(1));
  }

  CompileResponse response = answerFor(*request);
  if (mode == "parent")
    response.log = std::to_string(::getppid());
  if (mode == "slow")
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  if (mode == "process" || mode == "slow")
    response.log = std::to_string(::getpid());
  response.dependsOnTime = mode == "time";
  if (mode == "folder")
    response.log = std::filesystem::current_path();
  if (mode == "exchange")
    exchangeKernels(response.binary);
  if (mode == "fail" || mode == "options") {
    response = CompileResponse();
    response.status = mode == "fail" ? CompileStatus::buildFailure : CompileStatus::invalidOptions;
    response.log = "input.cl:1:1: error: no good\n";
  }
  std::string answer = encode(response);
  if (mode == "garbage")
    answer = std::string(1000, 'g');
  else if (mode == "cut")
    answer.resize(answer.size() / 2);
  else if (mode == "empty")
    answer.clear();
  std::cout.write(answer.data(), static_cast<std::streamsize>(answer.size()));
  std::cout.flush();
  return 0;
}

int serve() {
  const std::string idle = environment("HEDDLE_FAKE_COMPILER_IDLE");
  heddle::compiler::JobServerSettings settings;
  settings.control = STDIN_FILENO;
  settings.idle = std::chrono::milliseconds(idle.empty() ? 30000 : std::stoi(idle));
  settings.runJob = runJob;
  return heddle::compiler::serveJobs(settings);
}

} // namespace

int main(int argc, char **argv) {
  const std::string option = argc == 2 ? argv[1] : "";
  if (option == jobOption)
    return runJob();
  if (option == serveOption && environment("HEDDLE_FAKE_COMPILER") != "unserving")
    return serve();
  return 2;
}
