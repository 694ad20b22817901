// The key of a build: the text of everything that the result depends on, except for the contents of
// included files, which the cache entry remembers and checks.
#ifndef HEDDLE_RUNTIME_COMPILE_CACHE_KEY_HPP
#define HEDDLE_RUNTIME_COMPILE_CACHE_KEY_HPP

#include "runtime/abi/byte_stream.hpp"
#include "runtime/abi/compiler_interface.hpp"

#include <string>

namespace heddle::compile {

/// All inputs, one after another; equal keys mean equal results. The name of an entry is the hash
/// of this, and the entry holds it whole, so that even a collision of hashes is only a miss.
std::string cacheKey(const abi::CompileRequest &request, const std::string &compilerProgram);

/// The compiler as it lies on the disk: its program, and what it loads from its own folder (the
/// library of builtins; in a bundle also its LLVM), with sizes and times.
void addCompilerFiles(abi::ByteWriter &key, const std::string &program);

/// True when the result may depend on the current directory: relative includes are looked up there,
/// and debug information names it.
bool dependsOnCurrentDirectory(const abi::CompileRequest &request);

} // namespace heddle::compile

#endif
