// Puts together the modules of a clLinkProgram.
#ifndef HEDDLE_COMPILER_LINK_LINK_MODULES_HPP
#define HEDDLE_COMPILER_LINK_LINK_MODULES_HPP

#include "llvm/IR/Module.h"

#include <memory>
#include <string>
#include <vector>

namespace heddle::compiler {

struct NamedModule {
  std::string name; ///< for messages: "input program 1"
  std::unique_ptr<llvm::Module> module;
};

/// One module with all that the given ones (at least one, of one context) define. What is internal
/// to a module stays apart; what one declares and another defines becomes one, also the kernels
/// that another module calls. Names that nobody defines stay declarations: the stages behind report
/// those that are used.
///
/// Null after errors, which are reported through the context: a name that two modules define, or
/// that is of different types in two. LLVM's linker alone would take the types as they come.
std::unique_ptr<llvm::Module> linkModules(std::vector<NamedModule> modules);

} // namespace heddle::compiler

#endif
