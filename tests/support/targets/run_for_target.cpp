// Runs a test program for one target, or says why this machine cannot:
//   heddle-run-for --target=v3|v4|tiles|emulated-tiles|native [--suite=NAME] [--emulator=PATH]
//                  -- PROGRAM [ARGUMENT…]
// The suite is named in the list at the end of a run of the tests. The emulator is the shared
// object of tests/support/amx_emulator; without the option it lies beside this program.
#include "tests/support/targets/targets.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace {

struct Options {
  std::string target, suite, emulator;
  char **command = nullptr;
};

bool readOptions(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const std::string_view value =
        argument.substr(std::min(argument.find('=') + 1, argument.size()));
    if (argument.starts_with("--target="))
      options.target = value;
    else if (argument.starts_with("--suite="))
      options.suite = value;
    else if (argument.starts_with("--emulator="))
      options.emulator = value;
    else if (argument == "--" && i + 1 < argc) {
      options.command = argv + i + 1;
      return true;
    } else
      return false;
  }
  return false;
}

std::string besideThisProgram(const char *name) {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).replace_filename(name).string();
}

void setVariable(const char *name, const std::string &value) {
  value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  if (!readOptions(argc, argv, options)) {
    std::fprintf(stderr, "usage: heddle-run-for --target=NAME [--suite=NAME] [--emulator=PATH] -- "
                         "PROGRAM [ARGUMENT…]\n");
    return 2;
  }
  using namespace heddle::test;
  const TestTarget *target = findTestTarget(options.target);
  if (!target) {
    std::fprintf(stderr, "heddle-run-for: there is no target '%s'\n", options.target.c_str());
    return 2;
  }
  if (const std::string problem = target->problem(); !problem.empty()) {
    std::printf("skipped: %s", problemLine(*target, problem).c_str());
    return 0;
  }
  setVariable("HEDDLE_TARGET", target->target);
  setVariable("HEDDLE_ASSUME_CPU", target->assumed);
  if (!target->assumed.empty()) {
    if (options.emulator.empty())
      options.emulator = besideThisProgram("libheddle-amx-emulator.so");
    // The dynamic linker would go on without it, and the tests with what the machine has.
    if (::access(options.emulator.c_str(), R_OK) != 0) {
      std::fprintf(stderr, "heddle-run-for: cannot read the emulator %s\n",
                   options.emulator.c_str());
      return 2;
    }
    setVariable("LD_PRELOAD", options.emulator);
    setVariable("HEDDLE_AMX_EMULATOR_COUNT", "1");
  }
  if (!options.suite.empty())
    std::printf("%s", reportLine(*target, options.suite).c_str());
  std::fflush(stdout);
  ::execvp(options.command[0], options.command);
  std::fprintf(stderr, "heddle-run-for: cannot run %s: %s\n", options.command[0],
               std::strerror(errno));
  return 127;
}
