// The headers that OpenCL C programs see without asking: clang's opencl-c-base.h and ours. Their
// text is part of the compiler (embed_headers.cmake), so no file is looked up at run time.
#ifndef HEDDLE_COMPILER_FRONTEND_MEMORY_HEADERS_HPP
#define HEDDLE_COMPILER_FRONTEND_MEMORY_HEADERS_HPP

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::compiler {

struct MemoryHeader {
  llvm::StringRef name;
  llvm::StringRef text; ///< a zero byte follows the last character
};

/// Where the headers lie in the file system that clang is shown.
inline constexpr char memoryHeaderFolder[] = "/heddle-include";

llvm::ArrayRef<MemoryHeader> memoryHeaders();

} // namespace heddle::compiler

#endif
