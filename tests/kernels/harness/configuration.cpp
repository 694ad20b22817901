#include "tests/kernels/harness/configuration.hpp"

#include "tests/kernels/harness/child_process.hpp"
#include "tests/support/targets/targets.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace heddle::test {

namespace {

constexpr unsigned workerSeconds = 150;

/// A worker that died is started again behind the launch that killed it, this many times.
constexpr unsigned restarts = 2;

std::string launchName(const CaseFile &file, std::size_t number) {
  for (const KernelCase &kernel : file.kernels) {
    if (number < kernel.launches.size())
      return kernel.name + " " + kernel.launches[number].text();
    number -= kernel.launches.size();
  }
  return "the end";
}

} // namespace

std::string Configuration::name() const {
  return "size" + (subGroupSize ? std::to_string(subGroupSize) : std::string("Default")) +
         (fromSpirv ? "Spirv" : "Source") + (optimize ? "" : "OptDisable") +
         (target == "native" ? "" : "_" + target);
}

std::vector<Configuration> allConfigurations() {
  const char *given = std::getenv("HEDDLE_TARGET");
  const bool isGiven = given && *given;
  const std::string v3 = isGiven ? "native" : "v3";
  const std::string v4 = isGiven || !avx512Problem().empty() ? "native" : "v4";
  // Building is what takes the time; these few meet every value of every choice, and every size of
  // more than one lane on AVX2 and on AVX-512.
  if (const char *full = std::getenv("HEDDLE_TEST_FULL"); !full || !*full)
    return {oracle,
            {1, true, false, v3},
            {8, false, true, v3},
            {8, true, true, v4},
            {16, true, true, v3},
            {16, false, false, v4},
            {32, false, true, v4},
            {32, true, true, v3},
            {0, true, true}};
  std::vector<Configuration> result;
  for (const std::string &target : std::set<std::string>{"native", v3, v4})
    for (unsigned size : {1u, 8u, 16u, 32u, 0u})
      for (bool fromSpirv : {false, true})
        for (bool optimize : {true, false})
          result.push_back({size, fromSpirv, optimize, target});
  return result;
}

std::string targetReport(const std::vector<Configuration> &configurations) {
  std::set<std::string> lines;
  for (const Configuration &configuration : configurations)
    lines.insert(reportLine(*findTestTarget(configuration.target), "kernels"));
  if (const std::string problem = avx512Problem(); !problem.empty())
    lines.insert(problemLine(*findTestTarget("v4"), problem));
  std::string text;
  for (const std::string &line : lines)
    text += line;
  return text;
}

WorkerPool::~WorkerPool() {
  if (std::getenv("HEDDLE_TEST_KEEP"))
    folder.keep();
}

std::shared_ptr<const WorkerPool::Outcome> WorkerPool::run(const CaseFile &file,
                                                           const Configuration &configuration) {
  bool isOracle = configuration.name() == oracle.name();
  if (isOracle && oracleName == file.name)
    return oracleOutcome;
  auto outcome = std::make_shared<const Outcome>(start(file, configuration));
  if (isOracle) {
    oracleName = file.name;
    oracleOutcome = outcome;
  }
  return outcome;
}

WorkerPool::Outcome WorkerPool::start(const CaseFile &file, const Configuration &configuration) {
  Outcome outcome;
  std::string base = file.name;
  std::replace(base.begin(), base.end(), '/', '.');
  base = folder / base;
  std::string name = base + "." + configuration.name();
  std::string spirv =
      configuration.fromSpirv ? base + (configuration.optimize ? ".spv" : ".disable.spv") : "-";

  std::size_t launches = 0;
  for (const KernelCase &kernel : file.kernels)
    launches += kernel.launches.size();

  std::size_t skip = 0;
  for (unsigned attempt = 0; attempt <= restarts; ++attempt) {
    std::vector<std::string> command = {"/proc/self/exe",
                                        workerArgument,
                                        file.path,
                                        file.name,
                                        name + ".results",
                                        spirv,
                                        configuration.optimize ? "optimize" : "disable",
                                        std::to_string(skip)};
    std::vector<std::pair<std::string, std::string>> environment = {
        {"HEDDLE_SUB_GROUP_SIZE", std::to_string(configuration.subGroupSize)},
        {"HEDDLE_CACHE_DIR", folder / "cache"}};
    // Nearly every kernel is launched with work-groups that fill no sub-groups; asking for code for
    // each when its turn comes is met by one configuration.
    if (configuration.subGroupSize != 0)
      environment.emplace_back("HEDDLE_ANY_RANGE", "1");
    // A target that the environment names stays.
    if (configuration.target != "native")
      environment.emplace_back("HEDDLE_TARGET", findTestTarget(configuration.target)->target);
    ChildResult child = runChild(command, environment, name + ".log", workerSeconds);
    Results results = readResults(name + ".results");
    outcome.results.build = results.build;
    skip += results.launches.size();
    std::move(results.launches.begin(), results.launches.end(),
              std::back_inserter(outcome.results.launches));
    if (child.exited && child.status == 0)
      break;
    std::string where = results.build.done ? launchName(file, skip) : "the build";
    outcome.crashes.push_back(where + ": the worker " + child.text() + "\n" +
                              fileTail(name + ".log", 2000));
    if (!results.build.done || ++skip >= launches)
      break;
  }
  return outcome;
}

} // namespace heddle::test
