// The build log of one job: what clang and our stages have to tell the user.
#ifndef HEDDLE_COMPILER_DRIVER_BUILD_LOG_HPP
#define HEDDLE_COMPILER_DRIVER_BUILD_LOG_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"

#include <string>
#include <vector>

namespace heddle::compiler {

struct Remark;

/// Sends the diagnostics of a context to `log`, one line each: "error: …", "warning: …", and with
/// `verbose` also notes. Remarks (ir/remarks.hpp) are made only where `remarks` is given, and go
/// there. Both must outlive the context.
void reportToLog(llvm::LLVMContext &context, std::string &log, bool verbose,
                 std::vector<Remark> *remarks = nullptr);

/// Adds a line "error: message" unless the log ends with it already.
void appendError(std::string &log, llvm::StringRef message);

} // namespace heddle::compiler

#endif
