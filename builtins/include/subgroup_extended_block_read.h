// OpenCL C declarations of cl_intel_subgroup_extended_block_read, which has no text and is not
// reported: blocks of a matrix as cl_intel_subgroup_2d_block_io has them, returned by value.
// Programs may declare or define them, too, so the types are those that Intel's compiler has.
#ifndef HEDDLE_SUBGROUP_EXTENDED_BLOCK_READ_H
#define HEDDLE_SUBGROUP_EXTENDED_BLOCK_READ_H

#define HEDDLE_EXTENDED_BLOCK_READ(shape, type)                                                    \
  __attribute__((convergent)) type intel_subgroup_block_read_##shape(                              \
      __global void *base_address, int width, int height, int pitch, int2 coord);
#include "subgroup_extended_block_read.def"

#endif
