// Linked into programs of API tests in which kernels fault.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_CATCH_FAULTS", "1", 1);

} // namespace
