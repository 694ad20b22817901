// SPIR-V to and from LLVM IR, with the translator inside this process.
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_TRANSLATE_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_TRANSLATE_HPP

#include "compiler/spirv/module/spirv_constants.hpp"
#include "runtime/abi/compiler_interface.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace heddle::compiler {

/// The pointers of a module that is written; untyped ones are those of SPV_KHR_untyped_pointers.
enum class PointerKind { typed, untyped };

/// The words of the module, SPIR-V 1.5 at most. The module is changed on the way.
llvm::Expected<std::string> writeSpirv(llvm::Module &module, PointerKind pointers);

/// An error when one of them is longer than any constant.
llvm::Expected<SpecializedValues>
specializedValues(llvm::ArrayRef<abi::SpecializationConstant> specializationConstants);

/// The module in the translator's SPIR-V-friendly dialect: instructions that LLVM lacks are calls
/// of functions whose names begin with __spirv_. The result has been verified.
///
/// The translator aborts on most damaged input: `words` must have passed checkSpirv(), and a
/// module from outside belongs in a process that may die.
llvm::Expected<std::unique_ptr<llvm::Module>>
readSpirv(llvm::LLVMContext &context, llvm::StringRef words, const SpecializedValues &specialized);

/// Calls of OpenCL C functions that the module declares under their mangled names and nobody
/// defines (_Z13get_global_idj, _Z4sqrtf), in the dialect of readSpirv(). Most compilers write
/// instructions for them; some leave them imported.
void resolveOpenCLNames(llvm::Module &module);

} // namespace heddle::compiler

#endif
