/// One test for each case file and configuration; main.cpp registers them.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_KERNEL_TEST_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_KERNEL_TEST_HPP

#include "tests/kernels/harness/configuration.hpp"
#include "tests/kernels/harness/reference.hpp"

namespace heddle::test {

/// What the tests of one program share.
struct Suite {
  std::vector<CaseFile> files;
  References references;
  WorkerPool workers;
};

/// Runs a file in a configuration and reports each difference as a GoogleTest failure.
void checkFile(Suite &suite, const CaseFile &file, const Configuration &configuration);

/// Registers all tests of the suite: "folder.file/configuration".
void registerTests(Suite &suite);

} // namespace heddle::test

#endif
