// OpenCL C declarations of the sub-group matrix functions:
//   cl_intel_subgroup_matrix_multiply_accumulate       i8 u8 i4 u4 bf16 f16, sub-group sizes 8, 16
//   cl_intel_subgroup_matrix_multiply_accumulate_tf32  tf32, sub-group size 16
//   in no extension                                    other pairs of i8 u8 i4 u4 i2 u2, and e4m3
//                                                      e5m2 e2m1
// The table of all of them, with shapes and types, is subgroup_matrix.def.
//
// They are plain declarations: a program whose text does not rule them out pays for their parsing,
// and wrapper bodies cost ten times as much. The compiler turns the calls into
// OpSubgroupMatrixMultiplyAccumulateINTEL and OpRoundFToTF32INTEL before it writes SPIR-V.
#ifndef HEDDLE_SUBGROUP_MATRIX_H
#define HEDDLE_SUBGROUP_MATRIX_H

#define HEDDLE_MATRIX_MAD(function, N, M, K, aFormat, bFormat, cFormat, aType, bType, cType, bits) \
  cType __attribute__((overloadable, convergent)) function(aType a, bType b, cType acc);
#define HEDDLE_TF32_CONVERSION(function, type)                                                     \
  type __attribute__((overloadable, const)) function(type x);
#include "subgroup_matrix.def"

#endif
