// Options of LLVM's command line.
#ifndef HEDDLE_COMPILER_CODEGEN_LLVM_OPTIONS_HPP
#define HEDDLE_COMPILER_CODEGEN_LLVM_OPTIONS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

namespace heddle::compiler {

/// Sets one for the whole process, if there is one of that name; T: what LLVM declares it with.
template <typename T> void setOption(llvm::StringRef name, T value) {
  auto &options = llvm::cl::getRegisteredOptions();
  if (const auto found = options.find(name); found != options.end())
    static_cast<llvm::cl::opt<T> *>(found->second)->setValue(value);
}

} // namespace heddle::compiler

#endif
