// What the driver logs, for the process that it logs in.
#ifndef HEDDLE_TESTS_SUPPORT_KEPT_LOG_HPP
#define HEDDLE_TESTS_SUPPORT_KEPT_LOG_HPP

#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace heddle::test {

/// Writes what the driver says into a file, where the process itself can look for it, and at the
/// end where it would have gone.
class KeptLog {
public:
  explicit KeptLog(const std::string &path) : path(path), errors(::dup(2)) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    if (file < 0)
      return;
    ::dup2(file, 2);
    ::close(file);
  }
  KeptLog(const KeptLog &) = delete;
  KeptLog &operator=(const KeptLog &) = delete;
  ~KeptLog() {
    ::dup2(errors, 2);
    ::close(errors);
    std::fputs(text().c_str(), stderr);
  }
  std::string text() const {
    std::stringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
  }
  bool has(const std::string &words) const { return text().find(words) != std::string::npos; }

private:
  std::string path;
  int errors;
};

} // namespace heddle::test

#endif
