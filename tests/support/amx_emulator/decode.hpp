// Reads one AMX instruction.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_DECODE_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_DECODE_HPP

#include <cstdint>

namespace heddle::amx {

enum class Operation : std::uint8_t {
#define HEDDLE_AMX_OPERATION(name, opcode, prefix, operands) name,
#include "tests/support/amx_emulator/operations.def"
};

constexpr unsigned operationCount = 0
#define HEDDLE_AMX_OPERATION(name, opcode, prefix, operands) +1
#include "tests/support/amx_emulator/operations.def"
    ;

/// As an assembler spells it, in small letters.
const char *operationName(Operation operation);

/// base + index * 2^shift + displacement. Registers are numbered as in encodings: rax is 0, rcx 1,
/// rdx 2, rbx 3, rsp 4, rbp 5, rsi 6, rdi 7, then r8 to r15.
struct Address {
  static constexpr std::uint8_t noRegister = 16;
  static constexpr std::uint8_t nextInstruction = 17; ///< as base: relative to RIP

  std::uint8_t base = noRegister;
  std::uint8_t index = noRegister;
  std::uint8_t shift = 0;
  std::int32_t displacement = 0;
};

struct Instruction {
  Operation operation = Operation::tilerelease;
  std::uint8_t length = 0; ///< bytes, prefixes included
  // Tile numbers; 8 and more can be encoded and are for execution to refuse.
  std::uint8_t target = 0; ///< ModRM.reg: what is zeroed, loaded, stored or added to
  std::uint8_t left = 0;   ///< ModRM.rm: rows of the first factor
  std::uint8_t right = 0;  ///< VEX.vvvv: the second factor
  Address address;
};

struct Decoded {
  enum class Kind : std::uint8_t {
    instruction,
    other,   ///< no AMX instruction, or an invalid encoding of one
    refused, ///< a valid one that the emulator does not take; see reason
  };
  Kind kind = Kind::other;
  const char *reason = "";
  Instruction instruction;
};

/// How an instruction starts that is to raise SIGILL on every processor: this in the place of VEX's
/// C4. It was PUSH ES and is invalid in 64-bit mode.
constexpr std::uint8_t vexByte = 0xC4, trapByte = 0x06;

/// Takes trapByte for vexByte. Reads no byte behind those that it needs.
Decoded decode(const std::uint8_t *code);

} // namespace heddle::amx

#endif
