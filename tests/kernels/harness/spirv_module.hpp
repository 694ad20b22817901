// SPIR-V modules written word by word, so that the instructions under test are exactly what the
// test says and no compiler of ours had a hand in them.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_SPIRV_MODULE_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_SPIRV_MODULE_HPP

#include "tests/kernels/harness/spirv_numbers.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

class SpirvModule {
public:
  using Words = std::vector<std::uint32_t>;
  using Id = std::uint32_t;

  /// With what most kernels need: Addresses, Linkage, Kernel, Vector16, Float16Buffer, Float16,
  /// Int64, Int16, Int8 and SubgroupDispatch.
  SpirvModule();

  /// Adds "OpCapability number", and "OpExtension name" unless the name is empty.
  void require(std::uint32_t capability, const std::string &extension = "");

  /// By the name of OpenCL C: void, bool, int4, … Types of one kind and size are one.
  Id type(const std::string &name);
  Id pointerTo(Id pointee, std::uint32_t storageClass = spv::crossWorkgroup);
  Id pointerTo(const std::string &pointee, std::uint32_t storageClass = spv::crossWorkgroup) {
    return pointerTo(type(pointee), storageClass);
  }
  /// The type of functions of these parameters, the first type being the result.
  Id functionType(const Words &types);
  /// A 32-bit integer.
  Id constant(std::uint32_t value);
  /// An Input variable with this decoration.
  Id builtIn(std::uint32_t number, const std::string &typeName);

  /// A type, whose first operand, the result, is added.
  Id newType(std::uint16_t opcode, const Words &operands);
  /// A constant or variable outside of functions.
  Id newGlobal(std::uint16_t opcode, Id type, const Words &operands);
  void decorate(Id id, std::uint32_t decoration, const Words &operands = {});
  /// A set of extended instructions.
  Id importSet(const std::string &name);
  Id importedFunction(const std::string &name, const Words &types);

  /// Begins a kernel; returns its parameters. subGroupSize 0: no SubgroupSize mode; localSize 0: no
  /// LocalSize mode. Its first block is open.
  Words beginKernel(const std::string &name, const Words &parameterTypes, unsigned subGroupSize = 0,
                    unsigned localSize = 0);
  void endKernel();

  /// In a kernel: the first component of the global id, a long.
  Id globalIndex();
  /// In a kernel: an instruction with a result.
  Id value(std::uint16_t opcode, Id type, const Words &operands);
  /// In a kernel: an instruction without one, or with a result that exists already.
  void instruction(std::uint16_t opcode, const Words &operands);
  Id newId() { return nextId++; }

  Words words() const;

  /// A function that is not a kernel, of these types, the first being the result; returns itself
  /// and its parameters. Its first block is open. `control`: inlining and the like.
  Words beginFunction(const Words &types, std::uint32_t control = 0);
  void endFunction(Id result);

protected:
  /// In a kernel: a phi of which one value and its block come later, in `completePhi`.
  Id openPhi(Id type, Id value, Id block);
  void completePhi(Id phi, Id value, Id block);

private:
  static void append(Words &section, std::uint16_t opcode, const Words &operands);

  Id nextId = 1;
  std::map<std::string, Id> types;
  std::map<std::pair<Id, std::uint32_t>, Id> pointers;
  std::map<std::uint32_t, Id> constants, builtIns;
  std::map<Words, Id> functionTypes;
  std::map<std::string, Id> imports;
  std::vector<std::pair<Id, std::string>> kernels;
  std::map<Id, std::size_t> openPhis; ///< where their words go on
  Words capabilities, extensions, sets, modes, decorations, globals, declarations, functions;
};

} // namespace heddle::test

#endif
