// Emulates AMX in the whole process, by the signal that a processor raises which has no AMX, or has
// no permission to use tiles.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_SIGNAL_HANDLER_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_SIGNAL_HANDLER_HPP

#include "tests/support/amx_emulator/decode.hpp"

namespace heddle::amx {

/// Takes SIGILL over. Every thread, of now and later, has tiles of its own, which start out
/// unconfigured. Configurations that a processor with AMX executes itself are read from the frame
/// of the first signal behind them; the code around that, and the code that the emulator is linked
/// to, is changed so that these raise the signal, too. What is no AMX instruction, and what a
/// processor would refuse (#UD), goes on to the handler that was there before; a configuration that
/// a processor would refuse (#GP) raises SIGSEGV. Both say why on standard error if the instruction
/// is one of AMX. Calls after the first do nothing.
void installEmulator();

/// How often an operation has been executed since the process started, by all threads.
std::uint64_t executedCount(Operation operation);

/// Writes "heddle amx emulator: tdpbssd 12" for each operation that was executed, to standard
/// error.
void printCounts();

} // namespace heddle::amx

/// For programs that find the emulator with dlsym: executedCount by the assembler's name, 0 for a
/// name that is none; null is the sum of all.
extern "C" [[gnu::visibility("default")]] std::uint64_t
heddleAmxEmulatorCount(const char *operation);

#endif
