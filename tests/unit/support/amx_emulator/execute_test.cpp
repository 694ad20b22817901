// What no instruction shows, but a state must have: zeros outside the shapes.
#include "tests/support/amx_emulator/execute.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace heddle::amx {
namespace {

class ExecuteTest : public testing::Test {
protected:
  ExecuteTest() {
    std::memset(&state.tiles, 0xFF, sizeof state.tiles);
    state.config.palette = 1;
  }

  void shape(unsigned tile, unsigned rows, unsigned rowBytes) {
    state.config.rows[tile] = static_cast<std::uint8_t>(rows);
    state.config.rowBytes[tile] = static_cast<std::uint16_t>(rowBytes);
  }

  void expectZeroOutside(unsigned tile) {
    for (unsigned row = 0; row < maxRows; ++row)
      for (unsigned byte = 0; byte < maxRowBytes; ++byte)
        if (row >= state.config.rows[tile] || byte >= state.config.rowBytes[tile]) {
          ASSERT_EQ(state.tiles[tile].row[row][byte], 0) << row << ", " << byte;
        }
  }

  TileState state = {};
  Registers registers = {};
};

TEST_F(ExecuteTest, LoadsZeroWhatIsOutsideTheShape) {
  shape(3, 5, 12);
  alignas(64) std::uint8_t memory[1024];
  std::memset(memory, 0xEE, sizeof memory);
  Instruction load;
  load.operation = Operation::tileloadd;
  load.target = 3;
  load.address.base = 0;
  load.address.index = 1;
  registers.general[0] = reinterpret_cast<std::uintptr_t>(memory);
  registers.general[1] = 64;
  ASSERT_EQ(execute(load, registers, state).kind, Outcome::Kind::done);
  expectZeroOutside(3);
  EXPECT_EQ(state.tiles[3].row[4][11], 0xEE);
}

TEST_F(ExecuteTest, ProductsZeroWhatIsOutsideTheShape) {
  for (Operation operation :
       {Operation::tdpbssd, Operation::tdpbsud, Operation::tdpbusd, Operation::tdpbuud,
        Operation::tdpbf16ps, Operation::tdpfp16ps, Operation::tmmultf32ps}) {
    std::memset(&state.tiles, 0x11, sizeof state.tiles);
    shape(0, 3, 20);
    shape(1, 3, 28);
    shape(2, 7, 20);
    Instruction product;
    product.operation = operation;
    product.target = 0;
    product.left = 1;
    product.right = 2;
    ASSERT_EQ(execute(product, registers, state).kind, Outcome::Kind::done);
    expectZeroOutside(0);
    EXPECT_NE(state.tiles[0].row[2][19], 0) << operationName(operation);
  }
}

// Matrix tests execute thousands: an operation that took longer than the signal around it would be
// felt. The bound is wide, for sanitizers and busy machines.
TEST_F(ExecuteTest, ProductsTakeMicroseconds) {
  shape(0, 16, 64);
  shape(1, 16, 64);
  shape(2, 16, 64);
  std::memset(&state.tiles, 0x11, sizeof state.tiles);
  for (Operation operation : {Operation::tdpbssd, Operation::tdpbf16ps, Operation::tdpfp16ps}) {
    Instruction product;
    product.operation = operation;
    product.left = 1;
    product.right = 2;
    double best = 1;
    for (int i = 0; i < 50; ++i) {
      const auto start = std::chrono::steady_clock::now();
      execute(product, registers, state);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best = std::min(best, took.count());
    }
    std::printf("%s: %.2f microseconds\n", operationName(operation), best * 1e6);
    EXPECT_LT(best, 100e-6);
  }
}

} // namespace
} // namespace heddle::amx
