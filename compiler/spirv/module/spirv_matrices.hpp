// The cooperative matrix types of a SPIR-V module, and its instructions on matrices in memory
// (SPV_KHR_cooperative_matrix, SPV_INTEL_joint_matrix).
#ifndef HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_MATRICES_HPP
#define HEDDLE_COMPILER_SPIRV_MODULE_SPIRV_MATRICES_HPP

#include "compiler/spirv/module/spirv_constants.hpp"
#include "compiler/spirv/module/spirv_types.hpp"

namespace heddle::compiler {

/// Where the operands of an instruction that accesses memory stand; 0: it has no such operand.
struct SpirvMatrixAccess {
  unsigned pointer = 0, layout = 0, stride = 0;
  unsigned object = 0;                      ///< of what stores
  unsigned firstNumber = 0, lastNumber = 0; ///< offsets, heights and widths
  bool loads = false;

  unsigned memoryOperands() const { return stride + 1; }
};

/// Nothing for instructions that are no loads, stores or prefetches of matrices. The operands are
/// counted with the result type and the result.
std::optional<SpirvMatrixAccess> spirvMatrixAccess(const SpirvInstruction &instruction);

/// A bit of our own in the memory operands of loads and stores: the components of the matrix are
/// bytes, and in memory two of them share one (int4.hpp).
inline constexpr std::uint32_t fourBitComponents = 0x40000000;

struct SpirvMatrix {
  std::uint32_t component = 0; ///< type
  // Nothing where the operand is no constant whose value is known.
  std::optional<std::uint64_t> scope, rows, columns, use;

  bool hasShapeOf(const SpirvMatrix &other) const {
    return scope == other.scope && rows == other.rows && columns == other.columns &&
           use == other.use;
  }
  bool operator==(const SpirvMatrix &) const = default;
};

class SpirvMatrices {
public:
  explicit SpirvMatrices(const SpecializedValues &specialized) : known(specialized) {}

  /// Types and constants, in the order of the module.
  void read(const SpirvInstruction &instruction);

  const SpirvConstants &constants() const { return known; }
  /// Null when the type is no matrix.
  const SpirvMatrix *find(std::uint32_t type) const {
    const auto found = matrices.find(type);
    return found == matrices.end() ? nullptr : &found->second;
  }
  /// Whether the type is a matrix, or an array or a structure with one inside.
  bool holds(std::uint32_t type) const { return matrices.contains(type) || holders.contains(type); }

private:
  SpirvConstants known;
  llvm::DenseMap<std::uint32_t, SpirvMatrix> matrices;
  llvm::DenseSet<std::uint32_t> holders;
};

/// Whether the module has matrices, or instructions on them.
bool usesMatrices(llvm::ArrayRef<std::uint32_t> module);

} // namespace heddle::compiler

#endif
