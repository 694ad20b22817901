// Linked into programs of API tests in which kernels of a program are compiled by two processes at
// a time, on any machine, so that what is long for the machine is known.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_NUM_THREADS", "2", 1);

} // namespace
