// Linked into programs of API tests in which all codes that are tried of a kernel are compiled at
// its first launch, and launches have them by turns.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_TRIALS", "all", 1);

} // namespace
