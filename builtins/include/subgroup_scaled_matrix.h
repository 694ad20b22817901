// OpenCL C declarations of the matrix functions with scales, sub-group size 16. The table is
// subgroup_scaled_matrix.def. The calls stay calls of imported functions in SPIR-V, as the
// instruction for them is a draft.
#ifndef HEDDLE_SUBGROUP_SCALED_MATRIX_H
#define HEDDLE_SUBGROUP_SCALED_MATRIX_H

#define HEDDLE_SCALED_MATRIX_MAD(function, K, aFormat, bFormat, cFormat, dFormat, cType, dType,    \
                                 scaleType, bits)                                                  \
  dType __attribute__((overloadable, convergent)) function(short8 a, int8 b, cType acc,            \
                                                           scaleType sA, scaleType sB);
#include "subgroup_scaled_matrix.def"

#endif
