// Makes code raise SIGILL at the instructions that a processor with AMX executes without
// permission.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_TRAP_CONFIGURATION_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_TRAP_CONFIGURATION_HPP

namespace heddle::amx {

/// Writes trapByte over the first byte of each LDTILECFG, STTILECFG and TILERELEASE in the mapping
/// around the address, which other threads may be executing: each finds the one byte or the other.
/// The mapping stays writable. What is no instruction but has the four bytes of one in a row is
/// changed, too. Code that cannot be changed stays as it is. May be called by signal handlers.
void trapConfigurations(const void *code);

} // namespace heddle::amx

#endif
