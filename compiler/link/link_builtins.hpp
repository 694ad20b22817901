// The OpenCL C library, as bitcode.
#ifndef HEDDLE_COMPILER_LINK_LINK_BUILTINS_HPP
#define HEDDLE_COMPILER_LINK_LINK_BUILTINS_HPP

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace heddle::compiler {

/// A bundle of bitcode modules, one for each function name with all its overloads, and an index
/// from the mangled names to them: a build reads only what it calls. builtins/README.md has the
/// format.
class BuiltinLibrary {
public:
  /// The one that lies beside the executable.
  static llvm::Expected<BuiltinLibrary> openBeside(llvm::StringRef executable);
  static llvm::Expected<BuiltinLibrary> openFile(llvm::StringRef path);

  bool contains(llvm::StringRef mangledName) const { return findGroup(mangledName).has_value(); }

  /// Small functions are inlined into a kernel before it is vectorized. The big mathematical ones
  /// (builtins/out_of_line_math.def) stay calls with vectorMathAttribute until the vectorizer has
  /// replaced them by calls of their vector forms.
  enum class Stage { beforeVectorization, afterVectorization };

  /// Defines what the module declares and the library has, and what that calls in turn. What the
  /// library has as machine code stays a declaration.
  llvm::Error linkInto(llvm::Module &module, Stage stage) const;

  /// The relocatable object that defines the function, which is hidden in it.
  std::optional<llvm::StringRef> findObject(llvm::StringRef name) const;

private:
  explicit BuiltinLibrary(std::unique_ptr<llvm::MemoryBuffer> file) : file(std::move(file)) {}
  llvm::Error checkHeader() const;
  std::optional<unsigned> findGroup(llvm::StringRef mangledName) const;
  llvm::StringRef contentOf(unsigned group) const;
  llvm::Error linkGroup(llvm::Module &module, unsigned group) const;

  std::unique_ptr<llvm::MemoryBuffer> file;
};

} // namespace heddle::compiler

#endif
