// A module with cooperative matrices up to the first block of its kernel, for tests to go on with.
#ifndef HEDDLE_TESTS_UNIT_COMPILER_SPIRV_MATRIX_MODULE_HPP
#define HEDDLE_TESTS_UNIT_COMPILER_SPIRV_MATRIX_MODULE_HPP

#include "tests/unit/compiler/spirv/spirv_builder.hpp"

namespace heddle::test {

// Ids of the module.
enum MatrixModuleId : std::uint32_t {
  noId,
  openclSet,
  voidType,
  kernelType,
  kernel,
  block,
  boolType,
  byteType,
  shortType,
  intType,
  longType,
  halfType,
  floatType,
  coordType,
  zero,
  one,
  two,
  three,
  eight,
  sixteen,
  minusOne,
  floatOne,
  halfOne,
  shortOne,
  byteOne,
  yes,
  stride,      ///< a long
  matrixAType, ///< 8x16 of half
  matrixBType, ///< 16x16 of half
  sumType,     ///< 8x16 of float
  intSumType,  ///< 8x16 of int
  shortAType,  ///< 8x16 of short
  shortBType,  ///< 16x16 of short
  shortSumType,
  byteAType,
  byteBType,
  structType, ///< a sum and an int
  halfPointer,
  floatPointer,
  vectorType,
  vectorPointer,
  sumPointer,       ///< Function
  componentPointer, ///< Function
  structPointer,
  splat,
  halves, ///< parameters
  floats,
  someA, ///< values in the block
  someB,
  someSum,
  someInts,
  someShortA,
  someShortB,
  someShorts,
  someBytesA,
  someBytesB,
  variable,
  firstId,
};

struct MatrixModuleOptions {
  std::initializer_list<std::uint32_t> capabilities = {6022, 6192, 6238, 6411, 6435};
  /// Right behind the types of numbers and the constants.
  SpirvBuilder (*addTypes)(SpirvBuilder) = nullptr;
};

inline SpirvBuilder matrixModule(const MatrixModuleOptions &options = {}) {
  SpirvBuilder m(200, 0x00010400);
  for (std::uint32_t capability : {4, 6, 9, 11, 22, 39})
    m.op(17, {capability});
  for (std::uint32_t capability : options.capabilities)
    m.op(17, {capability});
  m.op(10, {}, "SPV_KHR_cooperative_matrix").op(10, {}, "SPV_INTEL_joint_matrix");
  m.op(11, {openclSet}, "OpenCL.std").op(14, {2, 2}).op(15, {6, kernel}, "k");
  m.op(71, {sixteen, 1, 7}); // SpecId 7
  m.op(19, {voidType}).op(20, {boolType}).op(21, {byteType, 8, 0}).op(21, {shortType, 16, 0});
  m.op(21, {intType, 32, 0}).op(21, {longType, 64, 0}).op(22, {halfType, 16});
  m.op(22, {floatType, 32}).op(23, {coordType, intType, 2}).op(23, {vectorType, intType, 4});
  m.op(43, {intType, zero, 0}).op(43, {intType, one, 1}).op(43, {intType, two, 2});
  m.op(43, {intType, three, 3}).op(43, {intType, eight, 8}).op(50, {intType, sixteen, 16});
  m.op(43, {intType, minusOne, ~0u}).op(43, {floatType, floatOne, 0x3f800000});
  m.op(43, {halfType, halfOne, 0x3c00}).op(43, {shortType, shortOne, 1});
  m.op(43, {byteType, byteOne, 1}).op(41, {boolType, yes}).op(43, {longType, stride, 32, 0});
  m.op(32, {halfPointer, 5, halfType}).op(32, {floatPointer, 5, floatType});
  m.op(32, {vectorPointer, 5, vectorType});
  if (options.addTypes)
    m = options.addTypes(m);
  m.op(4456, {matrixAType, halfType, three, eight, sixteen, zero});
  m.op(4456, {matrixBType, halfType, three, sixteen, sixteen, one});
  m.op(4456, {sumType, floatType, three, eight, sixteen, two});
  m.op(4456, {intSumType, intType, three, eight, sixteen, two});
  m.op(4456, {shortAType, shortType, three, eight, sixteen, zero});
  m.op(4456, {shortBType, shortType, three, sixteen, sixteen, one});
  m.op(4456, {shortSumType, shortType, three, eight, sixteen, two});
  m.op(4456, {byteAType, byteType, three, eight, sixteen, zero});
  m.op(4456, {byteBType, byteType, three, sixteen, sixteen, one});
  m.op(30, {structType, sumType, intType}).op(32, {sumPointer, 7, sumType});
  m.op(32, {componentPointer, 7, floatType}).op(32, {structPointer, 7, structType});
  m.op(44, {sumType, splat, floatOne});
  m.op(33, {kernelType, voidType, halfPointer, floatPointer});
  m.op(54, {voidType, kernel, 0, kernelType}).op(55, {halfPointer, halves});
  m.op(55, {floatPointer, floats}).op(248, {block}).op(59, {sumPointer, variable, 7});
  m.op(1, {matrixAType, someA}).op(1, {matrixBType, someB}).op(1, {sumType, someSum});
  m.op(1, {intSumType, someInts}).op(1, {shortAType, someShortA}).op(1, {shortBType, someShortB});
  m.op(1, {shortSumType, someShorts}).op(1, {byteAType, someBytesA});
  return m.op(1, {byteBType, someBytesB});
}

inline SpirvBuilder endKernel(SpirvBuilder m) { return m.op(253).op(56); }

} // namespace heddle::test

#endif
