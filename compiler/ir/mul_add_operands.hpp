// Cooperative Matrix Operands of OpCooperativeMatrixMulAddKHR: those of SPV_KHR_cooperative_matrix
// and SPV_INTEL_joint_matrix, and our own for types that are rewritten before LLVM sees them.
#ifndef HEDDLE_COMPILER_IR_MUL_ADD_OPERANDS_HPP
#define HEDDLE_COMPILER_IR_MUL_ADD_OPERANDS_HPP

namespace heddle::compiler::mul_add {

enum : unsigned {
  aSigned = 0x1,
  bSigned = 0x2,
  cSigned = 0x4,
  resultSigned = 0x8,
  saturating = 0x10,
  abTf32 = 0x20,
  abBFloat16 = 0x40,
  cBFloat16 = 0x80,
  resultBFloat16 = 0x100,
  /// What a module from outside may say.
  published = 0x1ff,

  /// What the 8-bit integers of a factor are (float8.hpp).
  aFloat8E4M3 = 0x10000,
  aFloat8E5M2 = 0x20000,
  bFloat8E4M3 = 0x40000,
  bFloat8E5M2 = 0x80000,
  aFloat8 = aFloat8E4M3 | aFloat8E5M2,
  bFloat8 = bFloat8E4M3 | bFloat8E5M2,
  /// Four bits of a byte (int4.hpp), which are integers unless they are said to be floats.
  aInt4 = 0x100000,
  bInt4 = 0x200000,
  aFloat4E2M1 = 0x400000,
  bFloat4E2M1 = 0x800000,
  knownOperands = published | aFloat8 | bFloat8 | aInt4 | bInt4 | aFloat4E2M1 | bFloat4E2M1,
};

} // namespace heddle::compiler::mul_add

#endif
