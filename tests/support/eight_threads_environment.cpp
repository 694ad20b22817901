// Linked into programs of API tests whose kernels need eight threads at a time, however many
// processors there are.
#include <cstdlib>

namespace {

// Before main(): the driver reads its options once.
[[maybe_unused]] const int environment = ::setenv("HEDDLE_NUM_THREADS", "8", 1);

} // namespace
