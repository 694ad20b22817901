#include "tests/fuzz/kernels/fuzzer.hpp"

#include "tests/fuzz/kernels/worker.hpp"
#include "tests/kernels/harness/child_process.hpp"
#include "tests/support/targets/targets.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

namespace {

struct Configuration {
  unsigned size; ///< 0: what the compiler chooses
  const TestTarget *target;
  bool optimize;
  std::string name() const {
    return (size ? "size " + std::to_string(size) : std::string("chosen size")) +
           (target->target.empty() ? "" : " for " + target->target) +
           (optimize ? "" : " with -cl-opt-disable");
  }
};

const TestTarget *native() { return findTestTarget("native"); }

/// Everything that programs are compared in, on this machine.
std::vector<Configuration> allConfigurations() {
  std::vector<const TestTarget *> targets = {native()};
  for (const char *option : {"v4", "v3"})
    if (const TestTarget *target = findTestTarget(option); target->problem().empty())
      targets.push_back(target);
  std::vector<Configuration> result;
  for (unsigned size : {8u, 16u, 0u, 32u})
    for (const TestTarget *target : targets)
      result.push_back({size, target, true});
  for (unsigned size : {1u, 8u, 16u, 32u})
    result.push_back({size, native(), false});
  return result;
}

/// The programs of one process.
class Shard {
public:
  Shard(const FuzzOptions &options, unsigned number)
      : options(options), number(number), configurations(allConfigurations()) {}

  /// A line for each target of all processes' programs.
  std::string targetReport() const {
    std::set<std::string> lines;
    for (std::uint64_t program = 0; program * options.kernelsOfProgram < options.count; ++program)
      for (const Configuration &configuration : configurationsOf(program))
        lines.insert(reportLine(*configuration.target, "fuzz"));
    std::string text;
    for (const std::string &line : lines)
      text += line;
    return text;
  }

  /// Writes a line for each kernel that disagrees. Returns how many did.
  unsigned run(int output) {
    if (folder.path.empty()) {
      print(output, "no temporary folder\n");
      return 1;
    }
    unsigned failed = 0;
    for (std::uint64_t program = number; program * options.kernelsOfProgram < options.count;
         program += options.jobs) {
      std::uint64_t skipped = program * options.kernelsOfProgram;
      unsigned count =
          unsigned(std::min<std::uint64_t>(options.kernelsOfProgram, options.count - skipped));
      for (const auto &[seed, problem] : runProgram(options.seed + skipped, count)) {
        ++failed;
        print(output, "seed " + std::to_string(seed) + ": " + problem + "\n");
      }
    }
    return failed;
  }

private:
  // Processes share the stream: each line is one write.
  static void print(int output, const std::string &line) {
    if (write(output, line.data(), line.size()) < 0)
      std::perror("write");
  }

  // Building takes the time: a few besides the oracle, but over the programs all. One in four
  // without optimization is enough.
  std::vector<Configuration> configurationsOf(std::uint64_t program) const {
    std::vector<Configuration> result = {{1, native(), true}};
    if (options.configurations == 0 || options.configurations >= configurations.size()) {
      result.insert(result.end(), configurations.begin(), configurations.end());
      return result;
    }
    for (unsigned i = 0; i < options.configurations; ++i)
      result.push_back(
          configurations[(program * options.configurations + i) % configurations.size()]);
    return result;
  }

  std::map<std::uint64_t, std::string> runProgram(std::uint64_t first, unsigned count) {
    std::map<std::uint64_t, std::string> problems;
    std::vector<FuzzResult> expected;
    for (const Configuration &configuration : configurationsOf(first / options.kernelsOfProgram)) {
      std::vector<FuzzResult> results = runWorker(first, count, configuration);
      bool isOracle = expected.empty();
      for (unsigned i = 0; i < count; ++i) {
        std::string problem = results[i].error;
        if (problem.empty() && !isOracle && expected[i].error.empty())
          problem = difference(expected[i], results[i]);
        if (!problem.empty())
          problems.emplace(first + i, configuration.name() + ": " + problem);
      }
      if (isOracle)
        expected = std::move(results);
    }
    return problems;
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
    std::string output = folder / "results", log = folder / "log";
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
          options.features.doubles ? "--doubles" : "--no-doubles",
          options.features.images ? "--images" : "--no-images"};
      if (!configuration.optimize)
        command.push_back("--disable");
      ChildResult child = runChild(
          command,
          {{"HEDDLE_SUB_GROUP_SIZE", configuration.size ? std::to_string(configuration.size) : ""},
           {"HEDDLE_TARGET", configuration.target->target},
           {"HEDDLE_NUM_THREADS", "1"},
           {"HEDDLE_TRIALS", "all"},
           {"HEDDLE_VERBOSE", "1"},
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

  const FuzzOptions &options;
  const unsigned number;
  const std::vector<Configuration> configurations;
  TemporaryFolder folder{"heddle-fuzz"};
};

} // namespace

int runFuzzer(const FuzzOptions &options) {
  // Each process says through a pipe how many kernels disagreed; one that says nothing has crashed.
  std::map<pid_t, int> shards;
  std::cout.flush();
  for (unsigned number = 0; number < std::max(options.jobs, 1u); ++number) {
    int ends[2];
    if (pipe(ends)) {
      std::perror("pipe");
      return 2;
    }
    pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close(ends[0]);
      unsigned failed = Shard(options, number).run(STDOUT_FILENO);
      _exit(write(ends[1], &failed, sizeof failed) != ssize_t(sizeof failed));
    }
    close(ends[1]);
    shards.emplace(child, ends[0]);
  }
  unsigned failed = 0, crashed = 0;
  for (const auto &[child, pipeEnd] : shards) {
    unsigned ofThis = 0;
    if (child < 0 || read(pipeEnd, &ofThis, sizeof ofThis) != ssize_t(sizeof ofThis))
      ++crashed;
    failed += ofThis;
    close(pipeEnd);
    if (child > 0)
      waitpid(child, nullptr, 0);
  }
  if (crashed)
    std::cout << crashed << " of " << shards.size() << " processes did not end as they should\n";
  std::cout << Shard(options, 0).targetReport();
  std::cout << "seeds " << options.seed << ".." << options.seed + options.count - 1 << ": "
            << options.count - failed << " agreed, " << failed << " disagreed" << std::endl;
  return failed || crashed;
}

} // namespace heddle::test
