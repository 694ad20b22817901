// OpenCL C declarations of cl_intel_subgroup_split_matrix_multiply_accumulate, sub-group size 8.
// The table is subgroup_split_matrix.def. SPIR-V has no instruction for them: the calls stay calls
// of imported functions.
#ifndef HEDDLE_SUBGROUP_SPLIT_MATRIX_H
#define HEDDLE_SUBGROUP_SPLIT_MATRIX_H

#define HEDDLE_SPLIT_MATRIX_MAD(function, M, K, aFormat, bFormat, cFormat, aType, bType, cType,    \
                                bits, whole)                                                       \
  cType __attribute__((overloadable, convergent)) function(aType a, bType b, cType acc);
#include "subgroup_split_matrix.def"

#endif
