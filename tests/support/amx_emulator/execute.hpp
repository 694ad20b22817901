// Executes one decoded instruction.
#ifndef HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_EXECUTE_HPP
#define HEDDLE_TESTS_SUPPORT_AMX_EMULATOR_EXECUTE_HPP

#include "tests/support/amx_emulator/decode.hpp"
#include "tests/support/amx_emulator/tile_state.hpp"

namespace heddle::amx {

struct Outcome {
  enum class Kind : std::uint8_t {
    done,
    invalidOpcode,     ///< #UD: the tiles are not configured for this
    generalProtection, ///< #GP: a configuration that no processor takes
  };
  Kind kind = Kind::done;
  const char *reason = "";
};

/// What addresses are made of: registers in the order of their encoding, and where the next
/// instruction lies.
struct Registers {
  std::uint64_t general[16];
  std::uint64_t nextInstruction;
};

/// Changes the state, or memory, or says why not. Rows are read and written in order; an address
/// that cannot be accessed is a fault in here.
Outcome execute(const Instruction &instruction, const Registers &registers, TileState &state);

/// target += left * right for operands whose shapes have been checked: target has rows and rowBytes
/// of the configuration, depth is the number of 4-byte groups that are multiplied. Elements of
/// target outside its shape become zero. MXCSR is neither looked at nor changed.
void multiplyTiles(Operation operation, unsigned rows, unsigned rowBytes, unsigned depth,
                   Tile &target, const Tile &left, const Tile &right);

} // namespace heddle::amx

#endif
