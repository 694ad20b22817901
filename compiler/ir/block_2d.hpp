// Blocks of a matrix in memory that a sub-group reads or writes: their shapes, and which elements a
// lane has. cl_intel_subgroup_2d_block_io and SPV_INTEL_2d_block_io; any well-formed shape is
// taken, the tables of the two are a part of that.
#ifndef HEDDLE_COMPILER_IR_BLOCK_2D_HPP
#define HEDDLE_COMPILER_IR_BLOCK_2D_HPP

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace heddle::compiler {

/// What happens to a block between memory and registers.
enum class BlockOrder : unsigned {
  plain,     ///< rows stay rows
  transform, ///< 4 / elementBytes rows become one of 32-bit words, the lower row in the lower bits
  transpose, ///< columns become rows
};

/// `blocks` blocks side by side, each of rows x columns elements, as they lie in memory.
struct BlockShape {
  unsigned elementBytes = 0;
  unsigned columns = 0;
  unsigned rows = 0;
  unsigned blocks = 0;
  BlockOrder order = BlockOrder::plain;

  /// Of one row of all blocks.
  unsigned rowBytes() const { return blocks * columns * elementBytes; }

  // The block as it is dealt out to the lanes: rows of a power of two of units.
  unsigned unitBytes() const { return order == BlockOrder::transform ? 4 : elementBytes; }
  unsigned dealtRows() const;
  unsigned dealtColumns() const;
  /// Units of one row that go to one lane, side by side; 1 when a row has fewer units than lanes.
  unsigned unitsPerLane(unsigned lanes) const;
  /// What a lane gets from a row as one component: an integer of up to 8 bytes.
  unsigned componentBytes(unsigned lanes) const;
  /// All components of one block in a lane.
  unsigned componentsOfBlock(unsigned lanes) const;
  unsigned components(unsigned lanes) const { return blocks * componentsOfBlock(lanes); }
};

/// An error says what was found and what was expected.
llvm::Error checkBlockShape(const BlockShape &shape);

/// The shape of a call of heddle.block_load_2d or one of its relatives. It was checked when the
/// call was made.
BlockShape blockShape(const llvm::CallBase &call);

/// The sub-group size of a kernel that reads or writes blocks, nothing for another: the required
/// one or the one that its matrix operations imply, else 16, the only size of the OpenCL C
/// functions.
std::optional<unsigned> subGroupSizeOfBlocks(const llvm::Function &kernel);

} // namespace heddle::compiler

#endif
