// Takes the place of heddlec. What it does is in HEDDLE_FAKE_COMPILER:
//
//   kernels   answers with the test kernels (the default)
//   fail      answers with a failed build
//   options   answers that the options are invalid
//   kill      says something and kills itself with SIGKILL
//   abort     says something and aborts
//   status    says something and exits with status 3
//   hang      runs for ever, together with a child process
//   garbage   writes bytes that are no answer
//   cut       writes the first half of a good answer
//   empty     writes nothing
//
// HEDDLE_FAKE_COMPILER_LOG names a file that gets one letter for each start, and
// HEDDLE_FAKE_COMPILER_INCLUDES a file that the answer lists as included.
#include "runtime/abi/compiler_interface.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
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
  response.spirv = "the module";
  std::ifstream kernels(HEDDLE_TEST_KERNELS, std::ios::binary);
  response.binary = contents(kernels);
  if (const std::string path = environment("HEDDLE_FAKE_COMPILER_INCLUDES"); !path.empty()) {
    std::ifstream file(path, std::ios::binary);
    response.includedFiles.push_back({path, contentHash(contents(file))});
  }
  return response;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2 || std::string(argv[1]) != jobOption)
    return 2;
  noteStart();
  const std::optional<CompileRequest> request = decodeRequest(contents(std::cin));
  if (!request)
    return 2;
  const std::string mode = environment("HEDDLE_FAKE_COMPILER");

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
