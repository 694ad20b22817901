// The checks are those of the exception classes AMX-E1 to AMX-E5 (Intel SDM volume 2, 2.10) that
// depend on the configuration; those on encodings are in decode.cpp.
#include "tests/support/amx_emulator/execute.hpp"

#include <cstring>
#include <initializer_list>

namespace heddle::amx {

namespace {

Outcome invalidOpcode(const char *reason) { return {Outcome::Kind::invalidOpcode, reason}; }

template <unsigned count> bool allZero(const std::uint8_t (&bytes)[count]) {
  for (std::uint8_t byte : bytes)
    if (byte)
      return false;
  return true;
}

const char *configProblem(const TileConfig &config) {
  if (config.palette > 1)
    return "the palette is not 0 or 1";
  for (std::uint16_t word : config.reserved1)
    if (word)
      return "reserved bytes are not zero";
  if (!allZero(config.reserved0) || !allZero(config.reserved2))
    return "reserved bytes are not zero";
  for (unsigned i = 0; i < tileCount; ++i) {
    if (config.rowBytes[i] > maxRowBytes)
      return "a tile has rows of more than 64 bytes";
    if (config.rows[i] > maxRows)
      return "a tile has more than 16 rows";
    if ((config.rows[i] == 0) != (config.rowBytes[i] == 0))
      return "a tile has rows without bytes, or bytes without rows";
  }
  return nullptr;
}

Outcome loadConfig(const std::uint8_t *memory, TileState &state) {
  TileConfig config;
  std::memcpy(&config, memory, sizeof config);
  // Palette 0 releases, whatever else is there.
  if (config.palette == 0) {
    std::memset(static_cast<void *>(&state), 0, sizeof state);
    return {};
  }
  if (const char *problem = configProblem(config))
    return {Outcome::Kind::generalProtection, problem};
  std::memset(static_cast<void *>(&state), 0, sizeof state);
  state.config = config;
  return {};
}

/// Why a tile cannot be used at all; null if it can.
const char *tileProblem(const TileState &state, unsigned tile) {
  if (state.config.palette == 0)
    return "no configuration has been loaded in this thread";
  if (tile >= tileCount)
    return "there is no tile of that number";
  if (state.config.rows[tile] == 0)
    return "a tile is not configured";
  return nullptr;
}

const char *rowsProblem(const TileState &state, unsigned tile) {
  if (const char *problem = tileProblem(state, tile))
    return problem;
  if (state.config.rowBytes[tile] % 4 != 0)
    return "the bytes of a row are no multiple of 4";
  if (state.config.startRow >= state.config.rows[tile])
    return "the start row is behind the tile's last one";
  return nullptr;
}

std::uint64_t value(std::uint8_t name, const Registers &registers) {
  if (name == Address::noRegister)
    return 0;
  return name == Address::nextInstruction ? registers.nextInstruction : registers.general[name];
}

std::uint8_t *pointer(std::uint64_t address) {
  return reinterpret_cast<std::uint8_t *>(static_cast<std::uintptr_t>(address));
}

/// Where the address points without its index, which is the stride where rows are moved.
std::uint64_t rowStart(const Address &address, const Registers &registers) {
  return value(address.base, registers) +
         static_cast<std::uint64_t>(std::int64_t(address.displacement));
}

std::uint64_t indexed(const Address &address, const Registers &registers) {
  return value(address.index, registers) << address.shift;
}

void loadRows(const Instruction &instruction, const Registers &registers, TileState &state) {
  const unsigned bytes = state.config.rowBytes[instruction.target];
  const unsigned rows = state.config.rows[instruction.target];
  const std::uint64_t start = rowStart(instruction.address, registers);
  const std::uint64_t stride = indexed(instruction.address, registers);
  Tile &tile = state.tiles[instruction.target];
  unsigned row = state.config.startRow;
  // An interrupted load goes on where it was; what it had loaded stays.
  if (row == 0)
    std::memset(&tile, 0, sizeof tile);
  for (; row < rows; ++row) {
    std::memcpy(tile.row[row], pointer(start + row * stride), bytes);
    std::memset(tile.row[row] + bytes, 0, maxRowBytes - bytes);
  }
  for (; row < maxRows; ++row)
    std::memset(tile.row[row], 0, maxRowBytes);
  state.config.startRow = 0;
}

void storeRows(const Instruction &instruction, const Registers &registers, TileState &state) {
  const std::uint64_t start = rowStart(instruction.address, registers);
  const std::uint64_t stride = indexed(instruction.address, registers);
  for (unsigned row = state.config.startRow; row < state.config.rows[instruction.target]; ++row)
    std::memcpy(pointer(start + row * stride), state.tiles[instruction.target].row[row],
                state.config.rowBytes[instruction.target]);
  state.config.startRow = 0;
}

Outcome multiply(const Instruction &instruction, TileState &state) {
  const unsigned target = instruction.target, left = instruction.left, right = instruction.right;
  if (target == left || target == right || left == right)
    return invalidOpcode("two of the three tiles are the same");
  const TileConfig &config = state.config;
  for (unsigned tile : {target, left, right}) {
    if (const char *problem = tileProblem(state, tile))
      return invalidOpcode(problem);
    if (config.rowBytes[tile] % 4 != 0)
      return invalidOpcode("the bytes of a row are no multiple of 4");
  }
  if (config.rows[target] != config.rows[left])
    return invalidOpcode("the sum and the first factor differ in rows");
  if (config.rowBytes[target] != config.rowBytes[right])
    return invalidOpcode("the sum and the second factor differ in columns");
  if (config.rowBytes[left] / 4 != config.rows[right])
    return invalidOpcode("the columns of the first factor are not the rows of the second");
  multiplyTiles(instruction.operation, config.rows[target], config.rowBytes[target],
                config.rows[right], state.tiles[target], state.tiles[left], state.tiles[right]);
  state.config.startRow = 0;
  return {};
}

} // namespace

Outcome execute(const Instruction &instruction, const Registers &registers, TileState &state) {
  const std::uint64_t memory =
      rowStart(instruction.address, registers) + indexed(instruction.address, registers);
  switch (instruction.operation) {
  case Operation::ldtilecfg:
    return loadConfig(pointer(memory), state);
  case Operation::sttilecfg:
    std::memcpy(pointer(memory), &state.config, sizeof state.config);
    return {};
  case Operation::tilerelease:
    std::memset(static_cast<void *>(&state), 0, sizeof state);
    return {};
  case Operation::tilezero:
    if (const char *problem = tileProblem(state, instruction.target))
      return invalidOpcode(problem);
    std::memset(&state.tiles[instruction.target], 0, sizeof(Tile));
    state.config.startRow = 0;
    return {};
  case Operation::tileloadd:
  case Operation::tileloaddt1:
  case Operation::tilestored:
    if (const char *problem = rowsProblem(state, instruction.target))
      return invalidOpcode(problem);
    if (instruction.operation == Operation::tilestored)
      storeRows(instruction, registers, state);
    else
      loadRows(instruction, registers, state);
    return {};
  case Operation::tdpbssd:
  case Operation::tdpbsud:
  case Operation::tdpbusd:
  case Operation::tdpbuud:
  case Operation::tdpbf16ps:
  case Operation::tdpfp16ps:
  case Operation::tmmultf32ps:
    return multiply(instruction, state);
  }
  return invalidOpcode("unknown");
}

} // namespace heddle::amx
