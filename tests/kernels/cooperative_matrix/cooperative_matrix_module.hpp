// SPIR-V modules with cooperative matrices, word by word.
#ifndef HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_COOPERATIVE_MATRIX_MODULE_HPP
#define HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_COOPERATIVE_MATRIX_MODULE_HPP

#include "tests/kernels/cooperative_matrix/host_matrix.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace heddle::test {

/// Bits of the operands of OpCooperativeMatrixMulAddKHR.
constexpr std::uint32_t signedA = 1, signedB = 2, signedC = 4, signedResult = 8, saturating = 0x10,
                        tf32Factors = 0x20, bf16Factors = 0x40, bf16C = 0x80, bf16Result = 0x100;

/// Those that say what the components of a product mean.
std::uint32_t operandsFor(Component a, Component b, Component c, Component result);

class CooperativeMatrixModule : public SpirvModule {
public:
  /// With SPV_KHR_cooperative_matrix and all of SPV_INTEL_joint_matrix.
  CooperativeMatrixModule();

  /// Of sub-group scope.
  Id matrix(Component component, unsigned rows, unsigned columns, Use use);
  Id matrix(const HostMatrix &like, Use use) {
    return matrix(like.component, like.rows, like.columns, use);
  }
  /// Rows and columns are any constants.
  Id matrixOf(Id component, Id rows, Id columns, Use use, std::uint32_t scope = spv::subgroupScope);

  /// Of an integer or a float of up to 64 bits.
  Id constantOf(const std::string &typeName, std::uint64_t bits);
  Id constantOf(Component component, double number) {
    return constantOf(typeName(component), encode(component, number));
  }
  Id layout(Layout layout) { return constant(std::uint32_t(layout)); }
  /// A 32-bit integer with an OpSpecConstant's default.
  Id specConstant(std::uint32_t specId, std::uint32_t value);

  /// In a kernel: a variable of Function storage.
  Id variable(Id type);
  Id load(Id type, Id pointer) { return value(spv::opLoad, type, {pointer}); }
  void store(Id pointer, Id object) { instruction(spv::opStore, {pointer, object}); }
  Id add(Id x, Id y) { return value(spv::opIAdd, type("int"), {x, y}); }
  Id multiply(Id x, Id y) { return value(spv::opIMul, type("int"), {x, y}); }
  Id splat(Id matrixType, Id scalar) {
    return value(spv::opCompositeConstruct, matrixType, {scalar});
  }
  Id multiplyAdd(Id matrixType, Id a, Id b, Id c, std::uint32_t operands) {
    return value(spv::opCooperativeMatrixMulAdd, matrixType, {a, b, c, operands});
  }
  Id length(Id matrixType) {
    return value(spv::opCooperativeMatrixLength, type("int"), {matrixType});
  }
  /// The pointer to a component of the matrix in a variable.
  Id component(Id variable, Component type, Id index) {
    return value(spv::opInBoundsAccessChain, pointerTo(typeName(type), spv::functionStorage),
                 {variable, index});
  }
  /// A component of a built-in variable, as a 32-bit integer: x, y or z of a long3, or an int.
  Id builtInNumber(std::uint32_t number, unsigned component);
  Id laneNumber() { return builtInNumber(spv::subgroupLocalInvocationId, 0); }
  Id subgroupNumber() { return builtInNumber(spv::subgroupId, 0); }

  /// A value of a loop: what it begins with, and its type.
  struct Carried {
    Id type, first;
  };
  /// In a kernel: body(index, carried values) for index from 0 to count; it returns the values of
  /// the next turn. What it carries at the end is the result.
  Words loop(Id count, const std::vector<Carried> &carried,
             const std::function<Words(Id index, const Words &values)> &body);
  /// In a kernel: the body where the condition holds.
  void ifTrue(Id condition, const std::function<void()> &body);
  /// Ends the block and opens another one, whose label is returned.
  Id newBlock();

private:
  std::map<Words, Id> matrices;
  std::map<std::pair<Id, std::uint64_t>, Id> wideConstants;
};

} // namespace heddle::test

#endif
