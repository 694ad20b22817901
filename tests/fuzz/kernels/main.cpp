// Compares the results of random OpenCL C kernels at sub-group sizes 1, 8, 16 and 32, optimized and
// not. Each program of several kernels is built and run by a worker process of its own for each
// configuration, since the driver reads its options once, and a crash must not end the run.
#include "tests/fuzz/kernels/program_writer.hpp"
#include "tests/fuzz/kernels/worker.hpp"
#include "tests/kernels/harness/child_process.hpp"
#include "tests/kernels/harness/driver.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <map>
#include <unistd.h>

namespace heddle::test {

namespace {

struct Options {
  std::uint64_t seed = 1;
  unsigned count = 1;
  unsigned kernelsOfProgram = 12;
  unsigned workerSeconds = 300;
  bool print = false;
  bool allConfigurations = false;
  ProgramFeatures features;
};

struct Configuration {
  unsigned size;
  bool optimize;
  std::string name() const {
    return "size " + std::to_string(size) + (optimize ? "" : " with -cl-opt-disable");
  }
};

class Fuzzer {
public:
  explicit Fuzzer(const Options &options) : options(options) {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-fuzz-XXXXXX").string();
    folder = mkdtemp(pattern.data()) ? pattern : std::string();
  }
  ~Fuzzer() {
    std::error_code ignored;
    if (!folder.empty())
      std::filesystem::remove_all(folder, ignored);
  }

  int run() {
    if (folder.empty()) {
      std::cerr << "no temporary folder\n";
      return 2;
    }
    std::uint64_t end = options.seed + options.count;
    for (std::uint64_t first = options.seed; first < end; first += options.kernelsOfProgram)
      runProgram(first, unsigned(std::min<std::uint64_t>(options.kernelsOfProgram, end - first)));
    std::cout << options.count - failed << " of " << options.count
              << " kernels agree at all sub-group sizes\n";
    return failed != 0;
  }

private:
  // Building takes the time: mostly one size besides the oracle, but over the programs all.
  std::vector<Configuration> configurationsOf(std::uint64_t program) const {
    static constexpr unsigned sizes[] = {8, 16, 32};
    if (options.allConfigurations)
      return {{1, true}, {8, true}, {16, true}, {32, true}, {1, false}, {8, false}, {16, false}};
    std::vector<Configuration> result = {{1, true}, {sizes[program % 3], true}};
    if (program % 4 == 0)
      result.push_back({program % 8 ? 1 : sizes[program / 8 % 3], false});
    return result;
  }

  void runProgram(std::uint64_t first, unsigned count) {
    std::map<std::uint64_t, std::string> problems;
    std::vector<FuzzResult> expected;
    for (const Configuration &configuration : configurationsOf(first / options.kernelsOfProgram)) {
      std::vector<FuzzResult> results = runWorker(first, count, configuration);
      bool isOracle = expected.empty();
      for (unsigned i = 0; i < count; ++i) {
        std::string problem = results[i].error;
        if (problem.empty() && !isOracle && expected[i].error.empty())
          problem = difference(expected[i], results[i]);
        if (!problem.empty() && problems[first + i].empty())
          problems[first + i] = configuration.name() + ": " + problem;
      }
      if (isOracle)
        expected = std::move(results);
    }
    for (const auto &[seed, problem] : problems)
      if (!problem.empty()) {
        ++failed;
        std::cout << "seed " << seed << ": " << problem << std::endl;
      }
  }

  std::string difference(const FuzzResult &expected, const FuzzResult &result) const {
    for (unsigned launch = 0; launch < expected.outputs.size(); ++launch)
      for (unsigned i = 0; i < expected.outputs[launch].size(); ++i)
        if (expected.outputs[launch][i] != result.outputs[launch][i])
          return "launch " + std::to_string(launch) + ": word " + std::to_string(i) + " is " +
                 std::to_string(result.outputs[launch][i]) + ", the oracle has " +
                 std::to_string(expected.outputs[launch][i]);
    return "";
  }

  std::vector<FuzzResult> runWorker(std::uint64_t first, unsigned count,
                                    const Configuration &configuration) {
    std::string output = folder + "/results", log = folder + "/log";
    std::vector<FuzzResult> results(count);
    for (unsigned skip = 0; skip < count;) {
      std::filesystem::remove(output);
      std::vector<std::string> command = {
          "/proc/self/exe",
          "--worker=" + output,
          "--seed=" + std::to_string(first + skip),
          "--count=" + std::to_string(count - skip),
          options.features.barriers ? "--barriers" : "--no-barriers",
          options.features.subGroups ? "--sub-groups" : "--no-sub-groups",
          options.features.halves ? "--halves" : "--no-halves",
          options.features.doubles ? "--doubles" : "--no-doubles"};
      if (!configuration.optimize)
        command.push_back("--disable");
      ChildResult child = runChild(command,
                                   {{"HEDDLE_SUB_GROUP_SIZE", std::to_string(configuration.size)},
                                    {"HEDDLE_NUM_THREADS", "1"},
                                    {"HEDDLE_CACHE", "off"}},
                                   log, options.workerSeconds);
      std::vector<FuzzResult> part = readFuzzResults(output, count - skip);
      unsigned done = 0;
      while (done < part.size() && (!part[done].outputs.empty() || !part[done].error.empty())) {
        results[skip + done] = std::move(part[done]);
        ++done;
      }
      if (child.exited && child.status == 0 && skip + done == count)
        break;
      // The kernel after the last result ended the worker.
      if (skip + done < count)
        results[skip + done].error = "the worker " + child.text() + " " + fileTail(log, 500);
      skip += done + 1;
    }
    return results;
  }

  const Options &options;
  std::string folder;
  unsigned failed = 0;
};

bool readNumber(const char *argument, const char *name, auto &number) {
  std::size_t length = std::strlen(name);
  if (std::strncmp(argument, name, length))
    return false;
  number = std::strtoull(argument + length, nullptr, 0);
  return true;
}

bool readFlag(const std::string &argument, const std::string &name, bool &flag) {
  if (argument != "--" + name && argument != "--no-" + name)
    return false;
  flag = argument == "--" + name;
  return true;
}

} // namespace

} // namespace heddle::test

int main(int argc, char **argv) {
  using namespace heddle::test;
  Options options;
  std::string worker;
  bool disable = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument.rfind("--worker=", 0) == 0)
      worker = argument.substr(9);
    else if (argument == "--print")
      options.print = true;
    else if (argument == "--all")
      options.allConfigurations = true;
    else if (argument == "--disable")
      disable = true;
    else if (!readNumber(argv[i], "--seed=", options.seed) &&
             !readNumber(argv[i], "--count=", options.count) &&
             !readNumber(argv[i], "--kernels=", options.kernelsOfProgram) &&
             !readNumber(argv[i], "--seconds=", options.workerSeconds) &&
             !readFlag(argument, "barriers", options.features.barriers) &&
             !readFlag(argument, "sub-groups", options.features.subGroups) &&
             !readFlag(argument, "halves", options.features.halves) &&
             !readFlag(argument, "doubles", options.features.doubles)) {
      std::cerr << "usage: kernel-fuzz [--seed=N] [--count=N] [--kernels=OF-A-PROGRAM] [--all] "
                   "[--print]\n  [--no-barriers] [--no-sub-groups] [--no-halves] [--no-doubles] "
                   "[--seconds=OF-A-WORKER]\n";
      return 2;
    }
  }
  if (options.print) {
    std::cout << programPrelude();
    for (unsigned i = 0; i < options.count; ++i)
      std::cout << writeKernel(options.seed + i, options.features);
    return 0;
  }
  if (!worker.empty())
    return runFuzzWorker({worker, options.seed, options.count, !disable, options.features});
  std::string error;
  if (!findDevice(error)) {
    std::cerr << error << '\n';
    return 2;
  }
  return Fuzzer(options).run();
}
