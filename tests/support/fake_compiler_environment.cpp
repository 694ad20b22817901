// Linked into programs of API tests that build with the fake compiler instead of heddlec.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = [] {
  ::setenv("HEDDLE_COMPILER", HEDDLE_FAKE_COMPILER, 1);
  ::setenv("HEDDLE_CACHE", "0", 1);
  // Two tests wait for it; on a busy machine, under a sanitizer, any other build may take seconds.
  ::setenv("HEDDLE_COMPILER_TIMEOUT", "10", 1);
  return 0;
}();

} // namespace
