// LLD, in this process.
#ifndef HEDDLE_COMPILER_CODEGEN_LINK_BINARY_HPP
#define HEDDLE_COMPILER_CODEGEN_LINK_BINARY_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace heddle::compiler {

/// Links relocatable objects into a shared object and returns its bytes. Nothing touches a disk.
/// LLD keeps global state: one call at a time in a process, and not from a second thread.
llvm::Expected<std::string> linkSharedObject(llvm::ArrayRef<llvm::StringRef> objects,
                                             bool stripDebugInfo);

} // namespace heddle::compiler

#endif
