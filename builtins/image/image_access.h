/* How kernels call the library's functions on images. Plain C: the compiler makes the calls.
 *
 * What goes in and out lies in one block of memory, lane by lane in rows of `stride` words, stride
 * being the number of lanes rounded up to a multiple of HEDDLE_IMAGE_LANES. A call reads or writes
 * as many of them as its name says, from the lane on to which `block` points:
 *
 *   rows 0 to 2   coordinates, 32-bit floats or integers
 *   rows 3 to 6   red, green, blue and alpha, 32-bit floats or integers
 */
#ifndef HEDDLE_BUILTINS_IMAGE_IMAGE_ACCESS_H
#define HEDDLE_BUILTINS_IMAGE_IMAGE_ACCESS_H

enum {
  HEDDLE_IMAGE_LANES = 8,
  HEDDLE_IMAGE_COORDINATES = 0,
  HEDDLE_IMAGE_TEXEL = 3,
  HEDDLE_IMAGE_ROWS = 7
};

/* The operand `access`: the bits of a sampler (runtime/abi/image.h) and these. */
enum {
  heddleAccessDimensions = 0x300, /* 1 to 3, not counting the layers of an array */
  heddleAccessDimensionsShift = 8,
  heddleAccessArray = 0x400, /* one more coordinate chooses the layer */
  heddleAccessIntegerCoordinates = 0x800,
  heddleAccessIntegerTexel = 0x1000
};

/* Blocks of a sub-group are raw bytes. The operand `shape` is the size of an element, the lanes and
 * the rows; `place` is x, in bytes, and y; memory holds the rows one behind the other. */
enum { heddleBlockLanesShift = 8, heddleBlockRowsShift = 16 };

#endif
