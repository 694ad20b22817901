#include "runtime/support/environment.hpp"

#include <cstdlib>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;

namespace heddle {

bool environmentIsTrusted() { return ::getauxval(AT_SECURE) == 0; }

const char *environmentVariable(const char *name) { return ::secure_getenv(name); }

ChildEnvironment::ChildEnvironment() : ChildEnvironment(environmentIsTrusted()) {}

ChildEnvironment::ChildEnvironment(bool trusted) {
  // An installed heddlec may be a script, whose shell looks for nothing but wants a path.
  static char standardPath[] = "PATH=/usr/bin:/bin";
  if (!trusted)
    list.push_back(standardPath);
  for (char **entry = environ; trusted && entry && *entry; ++entry)
    if (!std::string_view(*entry).starts_with("LD_"))
      list.push_back(*entry);
  list.push_back(nullptr);
}

} // namespace heddle
