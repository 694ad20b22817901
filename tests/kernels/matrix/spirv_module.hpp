// SPIR-V modules written word by word, so that the instruction under test is exactly what the test
// says and no compiler of ours had a hand in it.
#ifndef HEDDLE_TESTS_KERNELS_MATRIX_SPIRV_MODULE_HPP
#define HEDDLE_TESTS_KERNELS_MATRIX_SPIRV_MODULE_HPP

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::test {

/// A matrix instruction; types are OpenCL C names.
struct MatrixInstruction {
  unsigned k;
  std::string a, b, c, result;
  std::optional<std::uint32_t> operands; ///< the literal is absent without it
  std::string scale = "";                ///< of the scaled instruction, else empty
};

class SpirvModule {
public:
  using Words = std::vector<std::uint32_t>;

  SpirvModule();

  /// A kernel of name (a, b, c, d), or (a, b, c, scale A, scale B, d) with scales: d[i] =
  /// MultiplyAccumulate(k, a[i], b[i], c[i], …) with i the global id. subGroupSize 0: no
  /// SubgroupSize mode; localSize 0: no LocalSize mode.
  void addMatrixKernel(const std::string &name, unsigned subGroupSize,
                       const MatrixInstruction &instruction, unsigned localSize = 0);

  /// The same with a call of a function that the module imports: d[i] = function(a[i], b[i], c[i]).
  void addImportKernel(const std::string &name, unsigned subGroupSize, const std::string &function,
                       const std::string &aType, const std::string &bType, const std::string &cType,
                       unsigned localSize = 0);

  /// A kernel of name (x, y): y[i] = opcode(x[i]), one of the conversion instructions.
  void addConversionKernel(const std::string &name, std::uint16_t opcode,
                           const std::string &fromType, const std::string &toType);

  /// Adds "OpCapability number", and "OpExtension name" unless the name is empty.
  void require(std::uint32_t capability, const std::string &extension);

  Words words() const;

private:
  std::uint32_t type(const std::string &name);
  std::uint32_t pointerTo(const std::string &typeName);
  std::uint32_t constant(std::uint32_t value);
  std::uint32_t newId() { return nextId++; }
  static void append(Words &section, std::uint16_t opcode, const Words &operands);
  static Words text(const std::string &value);
  /// Begins a kernel with pointers to these types; `pointers` gets p[i] for the work-item's i.
  void beginKernel(const std::string &name, unsigned subGroupSize, unsigned localSize,
                   const std::vector<std::string> &types, Words &pointers);
  void endKernel();
  /// The type of functions of these parameters, the first type being the result.
  std::uint32_t functionType(const Words &types);
  std::uint32_t importedFunction(const std::string &name, const Words &types);

  std::uint32_t nextId = 1;
  std::map<std::string, std::uint32_t> types, pointers;
  std::map<std::uint32_t, std::uint32_t> constants;
  std::map<Words, std::uint32_t> functionTypes;
  std::map<std::string, std::uint32_t> imports;
  Words capabilities, extensions, entryPoints, modes, decorations, globals, declarations, functions;
  std::uint32_t globalId, idVector, idScalar;
};

} // namespace heddle::test

#endif
