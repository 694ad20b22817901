// What makes the emulator a library for LD_PRELOAD: it is there before main, and tells at the end
// what it did if HEDDLE_AMX_EMULATOR_COUNT=1.
#include "tests/support/amx_emulator/signal_handler.hpp"

#include <cstdlib>
#include <cstring>

namespace {

[[gnu::constructor]] void start() { heddle::amx::installEmulator(); }

[[gnu::destructor]] void finish() {
  const char *wanted = std::getenv("HEDDLE_AMX_EMULATOR_COUNT");
  if (wanted && std::strcmp(wanted, "1") == 0)
    heddle::amx::printCounts();
}

} // namespace
