#include "tests/kernels/harness/kernel_test.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>

namespace heddle::test {

namespace {

/// Mismatches that are written out for one test; a wrong pass breaks hundreds of launches.
constexpr unsigned reportedFailures = 6;

const LaunchResult *findLaunch(const Results &results, std::size_t kernel, std::size_t launch) {
  for (const LaunchResult &result : results.launches)
    if (result.kernel == kernel && result.launch == launch)
      return &result;
  return nullptr;
}

/// Compares one launch with the reference and the oracle; empty when all is well.
std::string check(const Suite &suite, const CaseFile &file, const LaunchResult &got,
                  const LaunchResult *oracleResult) {
  const KernelCase &kernel = file.kernels[got.kernel];
  const Launch &launch = kernel.launches[got.launch];
  if (!got.error.empty())
    return got.error;

  std::string message;
  const References::Function *reference = suite.references.find(file.name + "/" + kernel.name);
  if (reference) {
    Case expected(kernel, launch, got.subGroupSize);
    (*reference)(expected);
    for (std::size_t i = 0; i < got.buffers.size(); ++i)
      if (kernel.arguments[i].kind == Argument::Kind::buffer)
        message += differences(kernel, i, expected.buffers[i], got.buffers[i]);
    if (!message.empty())
      return "differs from the host reference:" + message;
  } else if (kernel.reference) {
    return "has no host reference";
  }
  if (!kernel.oracle)
    return reference ? "" : "has neither oracle nor host reference";

  if (!oracleResult || !oracleResult->error.empty())
    return reference ? "" : "the oracle did not run it";
  for (std::size_t i = 0; i < got.buffers.size(); ++i)
    if (kernel.arguments[i].kind == Argument::Kind::buffer)
      message += differences(kernel, i, oracleResult->buffers[i], got.buffers[i]);
  return message.empty() ? "" : "differs from the oracle:" + message;
}

} // namespace

void checkFile(Suite &suite, const CaseFile &file, const Configuration &configuration) {
  auto outcome = suite.workers.run(file, configuration);
  for (const std::string &crash : outcome->crashes)
    ADD_FAILURE() << crash;
  const BuildResult &build = outcome->results.build;
  if (build.done && !build.succeeded) {
    ADD_FAILURE() << build.message << "\n" << build.log;
    return;
  }

  bool needsOracle = std::any_of(file.kernels.begin(), file.kernels.end(),
                                 [](const KernelCase &kernel) { return kernel.oracle; });
  std::shared_ptr<const WorkerPool::Outcome> expected;
  if (needsOracle && configuration.name() != oracle.name())
    expected = suite.workers.run(file, oracle);

  unsigned failures = 0;
  for (const LaunchResult &result : outcome->results.launches) {
    const LaunchResult *oracleResult =
        expected ? findLaunch(expected->results, result.kernel, result.launch) : &result;
    std::string message = check(suite, file, result, oracleResult);
    if (message.empty() || ++failures > reportedFailures)
      continue;
    const KernelCase &kernel = file.kernels[result.kernel];
    ADD_FAILURE() << kernel.name << " " << kernel.launches[result.launch].text() << ": " << message;
  }
  if (failures > reportedFailures)
    ADD_FAILURE() << "and " << failures - reportedFailures << " more launches of "
                  << outcome->results.launches.size();
  if (!build.log.empty() && failures)
    ADD_FAILURE() << "build log: " << build.log;
}

namespace {

class FileTest : public testing::Test {
public:
  FileTest(Suite &suite, const CaseFile &file, Configuration configuration)
      : suite(suite), file(file), configuration(configuration) {}
  void TestBody() override { checkFile(suite, file, configuration); }

private:
  Suite &suite;
  const CaseFile &file;
  Configuration configuration;
};

} // namespace

void registerTests(Suite &suite) {
  for (const CaseFile &file : suite.files) {
    std::string suiteName = file.name;
    std::replace(suiteName.begin(), suiteName.end(), '/', '_');
    for (const Configuration &configuration : allConfigurations()) {
      unsigned size = configuration.subGroupSize;
      if (size && !file.sizes.empty() &&
          std::find(file.sizes.begin(), file.sizes.end(), size) == file.sizes.end())
        continue;
      testing::RegisterTest(
          suiteName.c_str(), configuration.name().c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [&suite, &file, configuration] { return new FileTest(suite, file, configuration); });
    }
  }
}

} // namespace heddle::test
