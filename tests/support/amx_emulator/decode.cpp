// VEX with three bytes, an opcode, ModRM, and for operands in memory SIB and a displacement:
//
//   C4  RXBmmmmm  Wvvvv L pp  opcode  mod reg rm  scale index base  displacement
//
// R, X, B and vvvv are stored inverted. AMX lies in map 2 (mmmmm), with W and L of 0. The form with
// two bytes has no field for the map and stands for map 1.
#include "tests/support/amx_emulator/decode.hpp"

#include <cstring>

namespace heddle::amx {

namespace {

enum Prefix : std::uint8_t { none, p66, pF3, pF2 };
enum class Operands : std::uint8_t { memory, nothing, tile, rows, product };

struct Row {
  const char *name;
  std::uint8_t opcode;
  Prefix prefix;
  Operands operands;
};

constexpr Row table[] = {
#define HEDDLE_AMX_OPERATION(name, opcode, prefix, operands)                                       \
  {#name, opcode, prefix, Operands::operands},
#include "tests/support/amx_emulator/operations.def"
};

struct ModRm {
  std::uint8_t mod, reg, rm;
};

bool formFits(Operands operands, ModRm modRm) {
  switch (operands) {
  case Operands::memory:
    return modRm.mod != 3 && modRm.reg == 0;
  case Operands::nothing:
    return modRm.mod == 3 && modRm.reg == 0 && modRm.rm == 0;
  case Operands::tile:
    return modRm.mod == 3 && modRm.rm == 0;
  case Operands::rows:
    return modRm.mod != 3 && modRm.rm == 4;
  case Operands::product:
    return modRm.mod == 3;
  }
  return false;
}

/// Reads SIB and displacement; code stands behind ModRM and is moved on.
Address readAddress(const std::uint8_t *&code, ModRm modRm, bool x, bool b) {
  Address address;
  unsigned displacementBytes = modRm.mod == 1 ? 1 : modRm.mod == 2 ? 4 : 0;
  std::uint8_t base = modRm.rm;
  if (modRm.rm == 4) {
    const std::uint8_t sib = *code++;
    address.shift = sib >> 6;
    const std::uint8_t index = (sib >> 3 & 7) | (x ? 8 : 0);
    // rsp cannot be an index; r12 can.
    if (index != 4)
      address.index = index;
    base = sib & 7;
  }
  if (modRm.mod == 0 && base == 5) {
    // In the place of rbp and r13 without displacement: none behind a SIB byte, RIP without one.
    displacementBytes = 4;
    address.base = modRm.rm == 4 ? Address::noRegister : Address::nextInstruction;
  } else {
    address.base = base | (b ? 8 : 0);
  }
  if (displacementBytes == 1)
    address.displacement = static_cast<std::int8_t>(*code);
  else if (displacementBytes == 4)
    std::memcpy(&address.displacement, code, 4);
  code += displacementBytes;
  return address;
}

} // namespace

const char *operationName(Operation operation) {
  return table[static_cast<unsigned>(operation)].name;
}

Decoded decode(const std::uint8_t *start) {
  const std::uint8_t *code = start;
  const char *refused = nullptr;
  for (;; ++code) {
    // Segments without a base mean nothing in 64-bit mode.
    if (*code == 0x26 || *code == 0x2E || *code == 0x36 || *code == 0x3E)
      continue;
    if (*code == 0x64 || *code == 0x65)
      refused = "addresses relative to fs or gs are not emulated";
    else if (*code == 0x67)
      refused = "addresses of 32 bits are not emulated";
    else
      break;
    // An instruction has at most 15 bytes, so this cannot go on for long.
    if (code - start >= 14)
      return {};
  }
  if (*code != vexByte && *code != trapByte)
    return {};
  ++code;
  const std::uint8_t first = *code++;
  if ((first & 0x1F) != 2)
    return {};
  const std::uint8_t second = *code++;
  if (second & 0x84)
    return {};
  const std::uint8_t opcode = *code++;
  if (opcode != 0x48 && opcode != 0x49 && opcode != 0x4B && opcode != 0x5C && opcode != 0x5E)
    return {};
  const std::uint8_t byte = *code++;
  const ModRm modRm = {std::uint8_t(byte >> 6), std::uint8_t(byte >> 3 & 7),
                       std::uint8_t(byte & 7)};
  const bool r = !(first & 0x80), x = !(first & 0x40), b = !(first & 0x20);
  const std::uint8_t vvvv = (second >> 3 & 15) ^ 15;

  for (unsigned i = 0; i < operationCount; ++i) {
    const Row &row = table[i];
    if (row.opcode != opcode || row.prefix != (second & 3) || !formFits(row.operands, modRm))
      continue;
    // Only products have three operands.
    if (row.operands != Operands::product && vvvv != 0)
      return {};
    Decoded result;
    Instruction &instruction = result.instruction;
    instruction.operation = static_cast<Operation>(i);
    instruction.target = modRm.reg | (r ? 8 : 0);
    if (row.operands == Operands::product) {
      instruction.left = modRm.rm | (b ? 8 : 0);
      instruction.right = vvvv;
    } else if (modRm.mod != 3) {
      instruction.address = readAddress(code, modRm, x, b);
    }
    instruction.length = static_cast<std::uint8_t>(code - start);
    result.kind = refused ? Decoded::Kind::refused : Decoded::Kind::instruction;
    result.reason = refused ? refused : "";
    return result;
  }
  return {};
}

} // namespace heddle::amx
