#include "tests/support/targets/targets.hpp"

#include <cpuid.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace heddle::test {

namespace {

std::string noProblem() { return ""; }

bool kernelGivesTiles() {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr int requestPermission = 0x1023, tileData = 18;
    ::_exit(::syscall(SYS_arch_prctl, requestPermission, tileData) != 0);
  }
  int status = 0;
  return child > 0 && ::waitpid(child, &status, 0) == child && status == 0;
}

const TestTarget &native() {
  static const TestTarget target = [] {
    for (const TestTarget &row : testTargets())
      if (row.option == "tiles" && row.problem().empty())
        return row;
    return TestTarget{"native", "native (hardware)", "", "", noProblem};
  }();
  return target;
}

} // namespace

const std::vector<TestTarget> &testTargets() {
  static const std::vector<TestTarget> targets = {
#define HEDDLE_TEST_TARGET(option, label, target, assumed, problem)                                \
  {option, label, target, assumed, problem},
#include "tests/support/targets/targets.def"
  };
  return targets;
}

const TestTarget *findTestTarget(std::string_view option) {
  for (const TestTarget &target : testTargets())
    if (target.option == option)
      return &target;
  return option == "native" ? &native() : nullptr;
}

std::string avx512Problem() {
  // The built-in knows what the system saves, too.
  const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
  return has ? "" : "this machine has no AVX-512";
}

std::string tilesProblem() {
  static const std::string problem = []() -> std::string {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned amxTile = 1u << 24;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & amxTile))
      return "this processor has no AMX";
    return kernelGivesTiles() ? "" : "the kernel does not give AMX tiles to this process";
  }();
  return problem;
}

std::string reportLine(const TestTarget &target, std::string_view suite) {
  return "target " + target.label + ": " + std::string(suite) + "\n";
}

std::string problemLine(const TestTarget &target, std::string_view problem) {
  return "target " + target.label + ": not run: " + std::string(problem) + "\n";
}

} // namespace heddle::test
