// What generated code is tested for, and what this machine can run of it.
#ifndef HEDDLE_TESTS_SUPPORT_TARGETS_TARGETS_HPP
#define HEDDLE_TESTS_SUPPORT_TARGETS_TARGETS_HPP

#include <string>
#include <string_view>
#include <vector>

namespace heddle::test {

/// One row of targets.def.
struct TestTarget {
  std::string option, label, target, assumed;
  std::string (*problem)();
};

const std::vector<TestTarget> &testTargets();

/// By option; "native" is this machine, whatever it has: tiles if it has them. Null if unknown.
const TestTarget *findTestTarget(std::string_view option);

/// Why this machine cannot run code for x86-64-v4; empty if it can.
std::string avx512Problem();

/// Why this machine has no tiles, or the kernel gives none to this process; empty if there are
/// some. Asks in a process of its own: the permission cannot be taken back, and with it nothing is
/// left to emulate.
std::string tilesProblem();

/// The line from which cmake/scripts/count_tests.py makes the list at the end: that tests of the
/// suite ran for a target, or why not.
std::string reportLine(const TestTarget &target, std::string_view suite);
std::string problemLine(const TestTarget &target, std::string_view problem);

} // namespace heddle::test

#endif
