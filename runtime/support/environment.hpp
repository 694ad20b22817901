// What the environment says, and what of it child processes see.
//
// A program with rights that its user has not (setuid, setgid, file capabilities) runs in an
// environment that this user has made. There nothing of it counts: no variable of Heddle, no home
// folder and so no cache, no search path; and child processes get none of it.
#ifndef HEDDLE_RUNTIME_SUPPORT_ENVIRONMENT_HPP
#define HEDDLE_RUNTIME_SUPPORT_ENVIRONMENT_HPP

#include <string>
#include <vector>

namespace heddle {

/// False in a program with rights that its user has not (AT_SECURE).
bool environmentIsTrusted();

/// The variable's value; null when it is not set, or the environment is not to be trusted. The only
/// place in the driver that reads the environment: tests/lint/source_files.py sees to it.
const char *environmentVariable(const char *name);

/// What a child process gets: the environment without the loader's variables (LD_*), which are
/// meant for the application, or nothing but a search path when it is not to be trusted.
class ChildEnvironment {
public:
  ChildEnvironment();
  /// With `trusted` as environmentIsTrusted() would have it.
  explicit ChildEnvironment(bool trusted);

  /// As execve() takes it. Points into the environment of this process.
  char *const *pointers() const { return list.data(); }

private:
  std::vector<char *> list;
};

} // namespace heddle

#endif
