// A folder for one test.
#ifndef HEDDLE_TESTS_UNIT_RUNTIME_COMPILE_TEMPORARY_FOLDER_HPP
#define HEDDLE_TESTS_UNIT_RUNTIME_COMPILE_TEMPORARY_FOLDER_HPP

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace heddle {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = testing::TempDir() + "heddle-test-XXXXXX";
    path = ::mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(const std::string &name) const { return path + "/" + name; }
  void write(const std::string &name, const std::string &contents) const {
    std::ofstream(path + "/" + name, std::ios::binary) << contents;
  }

  std::string path;
};

/// Names of the files of a folder, without those that start with a dot.
inline std::vector<std::string> filesOf(const std::string &folder) {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto &entry : std::filesystem::directory_iterator(folder, none))
    names.push_back(entry.path().filename());
  return names;
}

} // namespace heddle

#endif
