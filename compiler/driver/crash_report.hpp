// The last words of a compiler that dies: one line on standard error that says which stage it was
// in and why. The driver puts them into the build log.
#ifndef HEDDLE_COMPILER_DRIVER_CRASH_REPORT_HPP
#define HEDDLE_COMPILER_DRIVER_CRASH_REPORT_HPP

#include "runtime/abi/compiler_interface.hpp"

#include <cstdint>
#include <vector>

namespace heddle::compiler {

/// Installs handlers for signals, LLVM's fatal errors and failed allocations. No core file is
/// written. The process still ends by the signal, so that its parent sees a crash.
void installCrashReport();

/// What the report calls the present activity, as in "while <stage>". A string literal.
void enterStage(const char *stage);

/// Begins another job in this process.
void forgetStages();

/// The stages up to now, with their times; the one that is running ends here.
std::vector<abi::StageTime> stagesSoFar();

/// From now on enterStage() prints on standard error the processor time of the
/// stage before.
void showStageTimes();

/// Bounds the process from here on: bytes of address space, and seconds of processor time that
/// are still to come; 0 for no bound.
/// Running out of either ends in a report like any crash.
void limitResources(std::uint64_t memoryBytes, std::uint32_t cpuSeconds);

} // namespace heddle::compiler

#endif
