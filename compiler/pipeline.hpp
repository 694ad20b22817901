// From a module in the SPIR-V-friendly dialect to machine code: the order of everything.
#ifndef HEDDLE_COMPILER_PIPELINE_HPP
#define HEDDLE_COMPILER_PIPELINE_HPP

#include "compiler/target/target_info.hpp"
#include "runtime/abi/checks_request.hpp"
#include "runtime/abi/joined_groups.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace heddle::compiler {

class BuiltinLibrary;

struct PipelineOptions {
  /// Lanes for kernels that require nothing; 0 lets the target choose, 1 is lane by lane.
  unsigned subGroupSize = 0;
  /// What the device reports, ascending: kernels that use sub-group functions without requiring a
  /// size get the first.
  std::vector<unsigned> reportedSubGroupSizes = {16, 32};
  /// How the work-groups of all kernels are joined (workgroup/join_groups.hpp). With it comes
  /// subGroupSize.
  abi::JoinedGroups joinedGroups;
  std::array<std::uint32_t, 3> knownLocalSize{}; ///< CompileRequest::knownLocalSize
  bool anyRange = false;                         ///< CompileRequest::anyRange
  bool alignedGroups = true;                     ///< CompileRequest::alignedGroups
  bool wholeSubGroups = false;                   ///< CompileRequest::wholeSubGroups
  bool mayDefer = false;                         ///< CompileRequest::mayDefer
  bool keepDimensions = false;                   ///< CompileRequest::keepDimensions
  abi::ChecksRequest checks;                     ///< CompileRequest::checks
  bool optimize = true;                          ///< false for -cl-opt-disable
  bool uniformWorkGroups = true;                 ///< OpenCL C 1.x, or -cl-uniform-work-group-size
  bool kernelAttributesKnown = true;             ///< false for IL: CL_KERNEL_ATTRIBUTES is "" then
  bool keepDebugInfo = true;                     ///< false: lines are there for messages only
  /// Processes that compile groups of kernels at a time; 0 for one a processor. The result is the
  /// same for any number.
  unsigned processes = 0;
  bool verifyEachPass = false;
  bool timePasses = false;                  ///< tables of the passes' times on standard error
  std::string printAfter;                   ///< text name of a pass (passes.def, or LLVM's own)
  llvm::raw_ostream *printStream = nullptr; ///< where printAfter prints; errs() when null
};

enum class OutputKind { llvm, assembly, binary };

/// Compiles the module, which is in the dialect that spirv/module/translate.hpp's reader gives, and
/// returns text IR, assembly, or the bytes of the kernel binary (an ELF shared object, see
/// runtime/abi/kernel_metadata.hpp). What is wrong with a kernel has been reported through the
/// context's diagnostic handler; the Error then only says that compilation stopped.
llvm::Expected<std::string> compileModule(llvm::Module &module, const TargetInfo &target,
                                          const BuiltinLibrary &builtins,
                                          const PipelineOptions &options, OutputKind output);

} // namespace heddle::compiler

#endif
