// Linked into programs of API tests in which kernels of a program are compiled one after the other,
// so that a short one is long for the machine.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_NUM_THREADS", "1", 1);

} // namespace
