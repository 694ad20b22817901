// A folder for one test, which goes with all that is in it, however the test ends.
#ifndef HEDDLE_TESTS_SUPPORT_TEMPORARY_FOLDER_HPP
#define HEDDLE_TESTS_SUPPORT_TEMPORARY_FOLDER_HPP

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace heddle {

class TemporaryFolder {
public:
  /// `path` is empty where none can be made.
  explicit TemporaryFolder(const std::string &name = "heddle-test") {
    std::string pattern = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (::mkdtemp(pattern.data()))
      path = pattern;
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path.empty())
      std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(const std::string &name) const { return path + "/" + name; }
  void write(const std::string &name, const std::string &contents) const {
    std::ofstream(path + "/" + name, std::ios::binary) << contents;
  }
  /// Leaves it to whoever wants to look into it.
  void keep() { path.clear(); }

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
