// Compares random kernels with matrix functions between ways to compile them: in words of vector
// registers, on tiles, and with -cl-opt-disable, which takes neither and is the oracle. A process
// for each configuration, since the driver reads its options once and a crash must not end the run.
#include "tests/fuzz/matrices/matrix_program.hpp"
#include "tests/fuzz/matrices/matrix_worker.hpp"
#include "tests/kernels/harness/child_process.hpp"
#include "tests/kernels/harness/driver.hpp"
#include "tests/support/targets/targets.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

namespace {

using heddle::TemporaryFolder;
using namespace heddle::test;

struct Options {
  std::uint64_t seed = 1;
  unsigned count = 1;
  unsigned seconds = 300; ///< of a worker
  std::string emulator;   ///< the shared object that executes AMX; without it no tiles are emulated
};

struct Configuration {
  const TestTarget *reported;
  std::string target; ///< empty: this machine
  bool optimize = true;
  bool emulated = false;
  std::string name() const {
    return (target.empty() ? reported->label : target) + (optimize ? "" : " with -cl-opt-disable");
  }
};

/// The oracle first. Emulated tiles as most CPUs have them, and with all products.
std::vector<Configuration> configurations(const Options &options) {
  const TestTarget *v3 = findTestTarget("v3"), *v4 = findTestTarget("v4"),
                   *tiles = findTestTarget("tiles"), *emulated = findTestTarget("emulated-tiles");
  std::vector<Configuration> result = {{v3, v3->target, false}, {v3, v3->target}};
  const bool wide = v4->problem().empty();
  if (wide) {
    result.push_back({v4, v4->target});
    if (__builtin_cpu_supports("avx512vnni"))
      result.push_back({v4, v4->target + ",+avx512vnni"});
  }
  if (tiles->problem().empty())
    result.push_back({tiles, tiles->target});
  const std::string features = (wide ? v4->target : v3->target) + ",+amx-tile,+amx-int8,+amx-bf16";
  if (!options.emulator.empty()) {
    result.push_back({emulated, features, true, true});
    result.push_back({emulated, features + ",+amx-fp16,+amx-tf32", true, true});
  }
  return result;
}

std::vector<MatrixResult> runWorker(const Options &options, const Configuration &configuration,
                                    const TemporaryFolder &folder) {
  const std::string output = folder / "results", log = folder / "log";
  std::vector<MatrixResult> results;
  while (results.size() < options.count) {
    std::filesystem::remove(output);
    const unsigned done = unsigned(results.size());
    const ChildResult child = runChild(
        {"/proc/self/exe", "--worker=" + output, "--seed=" + std::to_string(options.seed + done),
         "--count=" + std::to_string(options.count - done),
         configuration.optimize ? "--optimize" : "--disable"},
        {{"HEDDLE_TARGET", configuration.target},
         {"HEDDLE_ASSUME_CPU", configuration.emulated
                                   ? configuration.target.substr(configuration.target.find('+'))
                                   : ""},
         {"LD_PRELOAD", configuration.emulated ? options.emulator : ""},
         {"HEDDLE_SUB_GROUP_SIZE", ""},
         {"HEDDLE_NUM_THREADS", "1"},
         {"HEDDLE_CACHE", "off"}},
        log, options.seconds);
    for (MatrixResult &result : readMatrixResults(output))
      results.push_back(std::move(result));
    // The kernel after the last result ended the worker.
    if (results.size() < options.count)
      results.push_back({"the worker " + child.text() + " " + fileTail(log, 500), {}});
  }
  return results;
}

std::string difference(const MatrixResult &expected, const MatrixResult &found) {
  if (!found.error.empty())
    return found.error;
  for (std::size_t i = 0; i < expected.output.size(); ++i)
    if (expected.output[i] != found.output[i])
      return "word " + std::to_string(i) + " is " + std::to_string(found.output[i]) +
             ", the oracle has " + std::to_string(expected.output[i]);
  return "";
}

int runAll(const Options &options) {
  const TemporaryFolder folder("heddle-fuzz");
  if (folder.path.empty()) {
    std::cerr << "no temporary folder\n";
    return 2;
  }
  std::vector<MatrixResult> expected;
  std::set<std::uint64_t> failed;
  const auto fail = [&](unsigned index, const Configuration &where, const std::string &problem) {
    if (failed.insert(options.seed + index).second)
      std::cout << "seed " << options.seed + index << ": " << where.name() << ": " << problem
                << std::endl;
  };
  for (const Configuration &configuration : configurations(options)) {
    std::vector<MatrixResult> found = runWorker(options, configuration, folder);
    const bool isOracle = expected.empty();
    for (unsigned i = 0; i < options.count; ++i) {
      if (isOracle && !found[i].error.empty())
        fail(i, configuration, found[i].error);
      else if (!isOracle && expected[i].error.empty())
        if (std::string problem = difference(expected[i], found[i]); !problem.empty())
          fail(i, configuration, problem);
    }
    if (isOracle)
      expected = std::move(found);
    std::cout << reportLine(*configuration.reported, "fuzz");
  }
  for (const TestTarget &target : testTargets())
    if (const std::string problem = target.problem(); !problem.empty())
      std::cout << problemLine(target, problem);
  std::cout << "seeds " << options.seed << ".." << options.seed + options.count - 1 << ": "
            << options.count - failed.size() << " agreed, " << failed.size() << " disagreed"
            << std::endl;
  return !failed.empty();
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  std::string worker;
  bool print = false, optimize = true;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = std::min(argument.find('='), argument.size());
    const std::string name = argument.substr(0, equals),
                      value = argument.substr(std::min(equals + 1, argument.size()));
    if (name == "--seed")
      options.seed = std::strtoull(value.c_str(), nullptr, 0);
    else if (name == "--count")
      options.count = unsigned(std::strtoul(value.c_str(), nullptr, 0));
    else if (name == "--seconds")
      options.seconds = unsigned(std::strtoul(value.c_str(), nullptr, 0));
    else if (name == "--emulator")
      options.emulator = value;
    else if (name == "--worker")
      worker = value;
    else if (name == "--print")
      print = true;
    else if (name == "--disable" || name == "--optimize")
      optimize = name == "--optimize";
    else {
      std::cerr << "usage: matrix-fuzz [--seed=N] [--count=N] [--seconds=OF-A-WORKER]\n"
                   "  [--emulator=libheddle-amx-emulator.so] [--print]\n";
      return 2;
    }
  }
  if (print) {
    for (unsigned i = 0; i < options.count; ++i)
      std::cout << writeMatrixKernel(options.seed + i).text;
    return 0;
  }
  if (!worker.empty())
    return runMatrixWorker(worker, options.seed, options.count, optimize);
  if (std::string error; !findDevice(error)) {
    std::cerr << error << '\n';
    return 2;
  }
  return runAll(options);
}
