// OpenCL C and C++ for OpenCL to LLVM IR for SPIR-V, with clang inside this process.
#ifndef HEDDLE_COMPILER_FRONTEND_COMPILE_OPENCL_C_HPP
#define HEDDLE_COMPILER_FRONTEND_COMPILE_OPENCL_C_HPP

#include "compiler/frontend/language_options.hpp"
#include "runtime/abi/compiler_interface.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace heddle::compiler {

struct OpenCLSource {
  /// What diagnostics call the source. Files that it includes with quotes are looked up beside it;
  /// a name without a folder means the current directory.
  std::string name = "<source>";
  llvm::StringRef text;
  /// Found before any file, by both forms of #include.
  llvm::ArrayRef<abi::EmbeddedHeader> headers;
};

/// Compiles to an unoptimized module for the triple spirv64. The response's log gets clang's
/// diagnostics with the user's file names and lines; what was read and looked at on the disk, and
/// whether the time was asked for, is noted in it. Returns null when there was an error; the log
/// then says which.
std::unique_ptr<llvm::Module> compileOpenCLC(llvm::LLVMContext &context, const OpenCLSource &source,
                                             const LanguageOptions &options,
                                             abi::CompileResponse &response);

} // namespace heddle::compiler

#endif
