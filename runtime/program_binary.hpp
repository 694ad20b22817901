// What clGetProgramInfo gives as a program binary and clCreateProgramWithBinary takes.
//
//   "HDLPROGB" · container version · hash of the rest ·
//   kind · abiVersion · link options · modules · ELF
//
// A compiled object is one module, a library several. An executable keeps those it was made of, so
// that a binary from another machine, or of another version of the kernel ABI, is compiled again
// instead of being refused.
#ifndef HEDDLE_RUNTIME_PROGRAM_BINARY_HPP
#define HEDDLE_RUNTIME_PROGRAM_BINARY_HPP

#include "runtime/abi/compiled_module.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct ProgramBinary {
  enum class Kind : std::uint8_t { executable, compiledObject, library };

  Kind kind = Kind::executable;
  std::uint32_t abiVersion = 0; ///< of the ELF; it is only usable when it is the driver's own
  std::string linkOptions;      ///< of an executable that clLinkProgram made
  std::vector<abi::CompiledModule> modules;
  std::string elf; ///< of an executable
};

std::string encode(const ProgramBinary &binary);

/// Nothing when the bytes are no program binary or damaged.
std::optional<ProgramBinary> decodeProgramBinary(std::string_view bytes);

} // namespace heddle

#endif
