// What clGetProgramInfo gives as a program binary and clCreateProgramWithBinary takes.
//
//   "HDLPROGB" · container version · hash of the rest · abiVersion · build options · SPIR-V · ELF
//
// The SPIR-V is kept so that a binary from another machine, or of another version of the kernel
// ABI, is compiled again instead of being refused.
#ifndef HEDDLE_RUNTIME_PROGRAM_BINARY_HPP
#define HEDDLE_RUNTIME_PROGRAM_BINARY_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace heddle {

struct ProgramBinary {
  std::uint32_t abiVersion = 0; ///< of the ELF; it is only usable when it is the driver's own
  std::string options;
  std::string spirv;
  std::string elf;
};

std::string encode(const ProgramBinary &binary);

/// Nothing when the bytes are no program binary or damaged.
std::optional<ProgramBinary> decodeProgramBinary(std::string_view bytes);

} // namespace heddle

#endif
