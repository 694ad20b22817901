// Compares the results of random OpenCL C kernels at several sub-group sizes, for several targets,
// optimized and not, with those of sub-group size 1. Each program of several kernels is built and
// run by a worker process of its own for each configuration, since the driver reads its options
// once, and a crash must not end the run.
#include "tests/fuzz/kernels/fuzzer.hpp"
#include "tests/fuzz/kernels/program_writer.hpp"
#include "tests/fuzz/kernels/worker.hpp"
#include "tests/kernels/harness/driver.hpp"

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

// "--name=5".
bool readNumber(const std::string &argument, const std::string &name, auto &number) {
  if (argument.rfind("--" + name + "=", 0) != 0)
    return false;
  number = std::strtoull(argument.c_str() + name.size() + 3, nullptr, 0);
  return true;
}

bool readFlag(const std::string &argument, const std::string &name, bool &flag) {
  if (argument != "--" + name && argument != "--no-" + name)
    return false;
  flag = argument == "--" + name;
  return true;
}

// "--name 5" is the same as "--name=5".
std::vector<std::string> joinedArguments(int argc, char **argv) {
  std::vector<std::string> result;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    bool isNumber = argument.find_first_not_of("0123456789") == std::string::npos;
    if (isNumber && !result.empty())
      result.back() += "=" + argument;
    else
      result.push_back(argument);
  }
  return result;
}

} // namespace

int main(int argc, char **argv) {
  using namespace heddle::test;
  FuzzOptions options;
  std::string worker;
  bool disable = false, print = false;
  for (const std::string &argument : joinedArguments(argc, argv)) {
    if (argument.rfind("--worker=", 0) == 0)
      worker = argument.substr(9);
    else if (argument == "--print")
      print = true;
    else if (argument == "--all")
      options.configurations = 0;
    else if (argument == "--disable")
      disable = true;
    else if (!readNumber(argument, "seed", options.seed) &&
             !readNumber(argument, "count", options.count) &&
             !readNumber(argument, "jobs", options.jobs) &&
             !readNumber(argument, "kernels", options.kernelsOfProgram) &&
             !readNumber(argument, "seconds", options.workerSeconds) &&
             !readNumber(argument, "configurations", options.configurations) &&
             !readFlag(argument, "barriers", options.features.barriers) &&
             !readFlag(argument, "sub-groups", options.features.subGroups) &&
             !readFlag(argument, "halves", options.features.halves) &&
             !readFlag(argument, "doubles", options.features.doubles) &&
             !readFlag(argument, "images", options.features.images)) {
      std::cerr << "usage: kernel-fuzz [--seed N] [--count N] [--jobs N] [--configurations N] "
                   "[--all]\n  [--kernels OF-A-PROGRAM] [--seconds OF-A-WORKER] [--print]\n"
                   "  [--no-barriers] [--no-sub-groups] [--no-halves] [--no-doubles]\n"
                   "  [--no-images]\n";
      return 2;
    }
  }
  if (print) {
    std::cout << programPrelude();
    for (unsigned i = 0; i < options.count; ++i)
      std::cout << writeKernel(options.seed + i, options.features);
    return 0;
  }
  if (!worker.empty())
    return runFuzzWorker({worker, options.seed, options.count, !disable, options.features});
  if (std::string error; !findDevice(error)) {
    std::cerr << error << '\n';
    return 2;
  }
  return runFuzzer(options);
}
