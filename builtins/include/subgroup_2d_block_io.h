// OpenCL C declarations of cl_intel_subgroup_2d_block_io. A block of a row-major matrix in global
// memory: width and pitch in bytes, height in rows, coord in elements (x: column, y: row). What
// lies outside of width x height is read as zero and not written. All but the private pointer is
// the same in all work-items of the sub-group, which reach the call together.
//
// Looser than the extension's prototypes, as programs need it: matrices that are read may be const,
// values that are written too, and the private pointer may have become a generic one by a cast.
#ifndef HEDDLE_SUBGROUP_2D_BLOCK_IO_H
#define HEDDLE_SUBGROUP_2D_BLOCK_IO_H

#define HEDDLE_2D_BLOCK(function, bits, rows, columns, blocks)                                     \
  __attribute__((overloadable, convergent)) void                                                   \
      intel_sub_group_2d_block_##function##_##bits##b_##rows##r##columns##x##blocks##c

#define HEDDLE_2D_READ(bits, rows, columns, blocks, type, count)                                   \
  HEDDLE_2D_BLOCK(read, bits, rows, columns, blocks)                                               \
  (const __global void *base_address, int width, int height, int pitch, int2 coord,                \
   type *destination);
#define HEDDLE_2D_READ_TRANSFORM(bits, rows, columns, blocks, type, count)                         \
  HEDDLE_2D_BLOCK(read_transform, bits, rows, columns, blocks)                                     \
  (const __global void *base_address, int width, int height, int pitch, int2 coord,                \
   type *destination);
#define HEDDLE_2D_READ_TRANSPOSE(bits, rows, columns, blocks, type, count)                         \
  HEDDLE_2D_BLOCK(read_transpose, bits, rows, columns, blocks)                                     \
  (const __global void *base_address, int width, int height, int pitch, int2 coord,                \
   type *destination);
#define HEDDLE_2D_WRITE(bits, rows, columns, blocks, type, count)                                  \
  HEDDLE_2D_BLOCK(write, bits, rows, columns, blocks)                                              \
  (__global void *base_address, int width, int height, int pitch, int2 coord, const type *value);
#define HEDDLE_2D_PREFETCH(bits, rows, columns, blocks)                                            \
  HEDDLE_2D_BLOCK(prefetch, bits, rows, columns, blocks)                                           \
  (const __global void *base_address, int width, int height, int pitch, int2 coord);
#include "subgroup_2d_block_io.def"

#undef HEDDLE_2D_BLOCK
#endif
