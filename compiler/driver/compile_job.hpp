// One compilation, whoever asks for it: the driver's --job or a person's command line.
#ifndef HEDDLE_COMPILER_DRIVER_COMPILE_JOB_HPP
#define HEDDLE_COMPILER_DRIVER_COMPILE_JOB_HPP

#include "compiler/driver/explanation.hpp"
#include "compiler/driver/options.hpp"
#include "compiler/layout/operand_layout.hpp"
#include "compiler/spirv/module/translate.hpp"
#include "runtime/abi/compiler_interface.hpp"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace heddle::compiler {

/// What a job of the driver leaves at its default.
struct JobSettings {
  std::string executable; ///< the library lies beside it
  std::string builtins;   ///< or here
  EmitKind emit = EmitKind::binary;
  PointerKind pointers = PointerKind::typed; ///< of the module that source becomes
  std::string printAfter;
  llvm::raw_ostream *printStream = nullptr;
  bool verifyEachPass = false;
  bool timePasses = false;
  /// Where remarks go, with line numbers of the source; none are made without it.
  std::vector<Remark> *remarks = nullptr;
  /// Where the layouts go of what a source calls: functions on matrices and 2D blocks.
  std::vector<FunctionLayout> *layouts = nullptr;
};

/// Never fails: what went wrong is the response's status and log. `binary` holds whatever
/// settings.emit names; it is empty for EmitKind::spirv.
abi::CompileResponse runJob(const abi::CompileRequest &request, const JobSettings &settings);

} // namespace heddle::compiler

#endif
