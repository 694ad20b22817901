// Linked into programs of API tests that divide the device, whatever machine they run on.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_NUM_THREADS", "4", 1);

} // namespace
