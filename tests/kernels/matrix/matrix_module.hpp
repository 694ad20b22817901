// SPIR-V modules of kernels around one instruction or function.
#ifndef HEDDLE_TESTS_KERNELS_MATRIX_MATRIX_MODULE_HPP
#define HEDDLE_TESTS_KERNELS_MATRIX_MATRIX_MODULE_HPP

#include "tests/kernels/harness/spirv_module.hpp"

#include <cstdint>
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

class MatrixModule : public SpirvModule {
public:
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

private:
  /// Begins a kernel with pointers to these types; the result is p[i] for the work-item's i.
  Words beginWithPlaces(const std::string &name, unsigned subGroupSize, unsigned localSize,
                        const std::vector<std::string> &types);
};

} // namespace heddle::test

#endif
