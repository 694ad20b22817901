/* Vectors of lanes, and how pixels get into them and out of them. */
#ifndef HEDDLE_BUILTINS_IMAGE_LANES_H
#define HEDDLE_BUILTINS_IMAGE_LANES_H

#include "builtins/image/image_access.h"
#include "runtime/abi/image.h"

#include <stdbool.h>
#include <stdint.h>

#define LANES HEDDLE_IMAGE_LANES

typedef float Floats __attribute__((vector_size(4 * LANES)));
typedef int32_t Ints __attribute__((vector_size(4 * LANES)));
typedef uint32_t Words __attribute__((vector_size(4 * LANES)));
typedef int64_t Offsets __attribute__((vector_size(8 * LANES)));
typedef uint32_t Four __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(LANES)));
typedef uint16_t Shorts __attribute__((vector_size(2 * LANES)));
typedef _Float16 Halves __attribute__((vector_size(2 * LANES)));

/* The same in memory, anywhere. */
typedef Words MemoryWords __attribute__((aligned(4), may_alias));
typedef Words PixelWords __attribute__((aligned(1), may_alias));
typedef Offsets MemoryOffsets __attribute__((aligned(8), may_alias));
typedef Four PixelFour __attribute__((aligned(1), may_alias));
typedef Bytes PixelBytes __attribute__((aligned(1), may_alias));
typedef Shorts PixelShorts __attribute__((aligned(1), may_alias));
typedef uint16_t PixelShort __attribute__((aligned(1), may_alias));
typedef uint32_t PixelWord __attribute__((aligned(1), may_alias));
typedef uint64_t PixelLong __attribute__((aligned(1), may_alias));

static const Ints laneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

static inline Floats floatsOf(float value) { return value - (Floats){0}; }
static inline Words wordsOf(uint32_t value) { return value - (Words){0}; }
static inline Ints intsOf(int32_t value) { return value - (Ints){0}; }

static inline Floats chooseFloats(Ints condition, Floats a, Floats b) {
  return (Floats)(((Words)a & (Words)condition) | ((Words)b & ~(Words)condition));
}
static inline Ints chooseInts(Ints condition, Ints a, Ints b) {
  return (a & condition) | (b & ~condition);
}

/* Comparisons give -1 and 0. A NaN becomes `lowest`. */
static inline Floats clampFloats(Floats x, float lowest, float highest) {
  x = chooseFloats(x > lowest, x, floatsOf(lowest));
  return chooseFloats(x < highest, x, floatsOf(highest));
}
static inline Ints clampInts(Ints x, int32_t lowest, int32_t highest) {
  x = __builtin_elementwise_max(x, intsOf(lowest));
  return __builtin_elementwise_min(x, intsOf(highest));
}

static inline bool allLanes(Ints condition) { return __builtin_reduce_and(condition) != 0; }

/* Sizes of an image and the way from one to the next along each axis. The last axis of an array
 * is the layer. */
typedef struct Axis {
  uint64_t pitch;
  int32_t size;
} Axis;

static inline unsigned dimensionsOf(uint32_t access) {
  return (access & heddleAccessDimensions) >> heddleAccessDimensionsShift;
}

static inline Axis axisOf(const HeddleImage *image, uint32_t access, unsigned axis) {
  if (axis >= dimensionsOf(access))
    return (Axis){image->slicePitch, (int32_t)image->arraySize};
  if (axis == 0)
    return (Axis){image->pixelSize, (int32_t)image->width};
  if (axis == 1)
    return (Axis){image->rowPitch, (int32_t)image->height};
  return (Axis){image->slicePitch, (int32_t)image->depth};
}

/* Bytes to the index, which is not negative. */
static inline Offsets offsetsOf(Ints index, uint64_t pitch) {
  const Offsets wide = __builtin_convertvector((Words)index, Offsets);
  Offsets result = wide * ((Offsets){0} + (int64_t)(pitch & 0xffffffff));
  if (pitch >> 32)
    result += (wide * ((Offsets){0} + (int64_t)(pitch >> 32))) << 32;
  return result;
}

/* Whether the lanes' pixels lie one behind the other. */
static inline bool areConsecutive(Offsets offsets, unsigned pixelSize) {
  const Offsets steps =
      __builtin_convertvector(laneNumbers, Offsets) * ((Offsets){0} + (int64_t)pixelSize);
  const Offsets apart = offsets - steps - offsets[0];
  return __builtin_reduce_or(apart) == 0;
}

/* Bits of a stored component, of formats whose components are of one size. */
static inline unsigned componentBits(uint8_t storage) {
  switch (storage) {
  case heddlePixelUnorm8:
  case heddlePixelSnorm8:
  case heddlePixelSigned8:
  case heddlePixelUnsigned8:
  case heddlePixelSrgb8:
    return 8;
  case heddlePixelSigned32:
  case heddlePixelUnsigned32:
  case heddlePixelFloat:
    return 32;
  default:
    return 16;
  }
}

/* Fields of the formats whose components share one word, and the bits of each. */
typedef struct Fields {
  uint8_t shift[4], bits[4];
} Fields;

static inline bool isPacked(uint8_t storage) { return storage >= heddlePixelUnorm565; }

static inline Fields fieldsOf(uint8_t storage) {
  switch (storage) {
  case heddlePixelUnorm565:
    return (Fields){{11, 5, 0, 0}, {5, 6, 5, 0}};
  case heddlePixelUnorm555:
    return (Fields){{10, 5, 0, 0}, {5, 5, 5, 0}};
  case heddlePixelUnorm101010:
    return (Fields){{20, 10, 0, 0}, {10, 10, 10, 0}};
  default:
    return (Fields){{22, 12, 2, 0}, {10, 10, 10, 2}};
  }
}

#endif
