// What clCompileProgram makes, and what clLinkProgram puts together.
#ifndef HEDDLE_RUNTIME_ABI_COMPILED_MODULE_HPP
#define HEDDLE_RUNTIME_ABI_COMPILED_MODULE_HPP

#include "runtime/abi/byte_stream.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::abi {

enum class InputKind : std::uint8_t { openclC, spirv };

struct SpecializationConstant {
  std::uint32_t id = 0;
  std::string bytes;
};

/// A SPIR-V module, and what it does not say of itself. It may import what others export.
struct CompiledModule {
  std::string name; ///< what messages call it
  InputKind origin = InputKind::openclC;
  std::string spirv;
  /// Empty where the SPIR-V is the whole module. Else it is what the module's kernels reach, and
  /// this is all of it, for links with modules that may import the rest: LLVM bitcode, which only
  /// the compiler reads.
  std::string whole;
  std::string options; ///< of clCompileProgram or clBuildProgram
  std::vector<SpecializationConstant> specializationConstants;
  /// Whether the options of the link may change what it computes: not for a module of a library
  /// that was made without -enable-link-options.
  bool takesLinkOptions = true;
};

void write(ByteWriter &out, const std::vector<SpecializationConstant> &constants);
void write(ByteWriter &out, const std::vector<CompiledModule> &modules);
/// Bytes that end too early or name an unknown origin leave `in` failed.
std::vector<SpecializationConstant> readConstants(ByteReader &in);
std::vector<CompiledModule> readModules(ByteReader &in);

} // namespace heddle::abi

#endif
