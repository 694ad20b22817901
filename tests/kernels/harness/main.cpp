// The kernel tests: every .cl file of the folders of tests/kernels in every configuration.
//   heddle-kernel-tests [--folder=NAME] [GoogleTest's options]
#include "tests/kernels/harness/kernel_test.hpp"
#include "tests/kernels/harness/worker.hpp"
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <string_view>

namespace {

using namespace heddle::test;

std::filesystem::path kernelFolder() {
  const char *data = std::getenv("HEDDLE_TEST_DATA");
  return std::filesystem::path(data && *data ? data : HEDDLE_TEST_DATA_DEFAULT) / "kernels";
}

/// Every file with case lines below tests/kernels/<folder>, or below all folders.
bool readFiles(const std::string &onlyFolder, std::vector<CaseFile> &files) {
  std::error_code error;
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(kernelFolder(), error)) {
    std::string folder = entry.path().parent_path().filename().string();
    if (entry.path().extension() != ".cl" || (!onlyFolder.empty() && folder != onlyFolder))
      continue;
    std::filesystem::path relative = entry.path().lexically_relative(kernelFolder());
    if (!findReferenceFolder(relative.begin()->string()))
      continue; // another test program's
    paths.push_back(relative);
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path &path : paths) {
    CaseFile file;
    std::string message;
    std::filesystem::path name = path;
    if (!readCaseFile((kernelFolder() / path).string(), name.replace_extension().string(), file,
                      message)) {
      std::fprintf(stderr, "%s\n", message.c_str());
      return false;
    }
    files.push_back(std::move(file));
  }
  if (files.empty())
    std::fprintf(stderr, "no case files below %s\n", kernelFolder().c_str());
  return !files.empty();
}

/// --worker FILE NAME RESULTS SPIRV|- optimize|disable SKIP
int worker(char **arguments) {
  WorkerJob job;
  std::string message;
  if (!readCaseFile(arguments[0], arguments[1], job.file, message)) {
    std::fprintf(stderr, "%s\n", message.c_str());
    return 2;
  }
  job.resultPath = arguments[2];
  if (std::string_view(arguments[3]) != "-")
    job.spirvPath = arguments[3];
  job.optimize = std::string_view(arguments[4]) == "optimize";
  job.skip = std::strtoull(arguments[5], nullptr, 10);
  return runWorker(job);
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 8 && std::string_view(argv[1]) == workerArgument)
    return worker(argv + 2);

  testing::InitGoogleTest(&argc, argv);
  std::string folder;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (!argument.starts_with("--folder=")) {
      std::fprintf(stderr, "unknown argument '%s'\n", argv[i]);
      return 2;
    }
    folder = argument.substr(9);
  }
  Suite suite;
  registerAllReferences(suite.references);
  if (!readFiles(folder, suite.files))
    return 2;
  registerTests(suite);
  const int status = RUN_ALL_TESTS();
  if (const char *given = std::getenv("HEDDLE_TARGET"); !given || !*given)
    std::printf("%s", targetReport(allConfigurations()).c_str());
  return status;
}
