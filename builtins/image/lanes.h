/* Vectors of lanes, and how pixels get into them and out of them. Compiled for HEDDLE_LANES lanes
 * at once: 16 with AVX-512, 8, and 1 for what is the same in all lanes. */
#ifndef HEDDLE_BUILTINS_IMAGE_LANES_H
#define HEDDLE_BUILTINS_IMAGE_LANES_H

#include "builtins/image/image_access.h"
#include "runtime/abi/image.h"

#include <stdbool.h>
#include <stdint.h>

#define FORCE_INLINE static inline __attribute__((always_inline))

#define LANES HEDDLE_LANES
#if LANES == 1
#define FOR_LANES(name) name##_1
#elif LANES == 8
#define FOR_LANES(name) name##_8
#else
#define FOR_LANES(name) name##_16
#endif

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
typedef Offsets PixelLongs __attribute__((aligned(1), may_alias));
typedef uint16_t PixelShort __attribute__((aligned(1), may_alias));
typedef uint32_t PixelWord __attribute__((aligned(1), may_alias));
typedef uint64_t PixelLong __attribute__((aligned(1), may_alias));

#if LANES == 1
static const Ints laneNumbers = {0};
#elif LANES == 8
static const Ints laneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};
#else
static const Ints laneNumbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#endif

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

/* What the code is made for, where it is a constant. */
typedef struct Format {
  uint8_t storage, components, pixelSize;
  bool isSmall; /* 32 bits hold every offset in the image */
} Format;

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

/* Up to the end of the last row. */
static inline uint64_t bytesOf(const HeddleImage *image, uint32_t access) {
  if (dimensionsOf(access) == 3)
    return image->slicePitch * image->depth;
  if (access & heddleAccessArray)
    return image->slicePitch * image->arraySize;
  return dimensionsOf(access) == 2 ? image->rowPitch * image->height
                                   : (uint64_t)image->pixelSize * image->width;
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

/* Pixels of four words each, of which 0, 4, ... become one vector, 1, 5, ... the next. */
#if LANES == 1
FORCE_INLINE void gatherQuads(const Four rows[LANES], Words quads[4]) {
  for (unsigned i = 0; i < 4; ++i)
    quads[i] = (Words){rows[0][i]};
}
FORCE_INLINE void transpose(const Words quads[4], Words words[4]) {
  for (unsigned i = 0; i < 4; ++i)
    words[i] = quads[i];
}
#else
FORCE_INLINE void gatherQuads(const Four rows[LANES], Words quads[4]) {
  for (unsigned i = 0; i < 4; ++i)
#if LANES == 8
    quads[i] = __builtin_shufflevector(rows[i], rows[i + 4], 0, 1, 2, 3, 4, 5, 6, 7);
#define SECOND 8
#define SHUFFLE(a, b, w, x, y, z)                                                                  \
  __builtin_shufflevector(a, b, w, x, y, z, (w) + 4, (x) + 4, (y) + 4, (z) + 4)
#else
    quads[i] = __builtin_shufflevector(
        __builtin_shufflevector(rows[i], rows[i + 4], 0, 1, 2, 3, 4, 5, 6, 7),
        __builtin_shufflevector(rows[i + 8], rows[i + 12], 0, 1, 2, 3, 4, 5, 6, 7), 0, 1, 2, 3, 4,
        5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#define SECOND 16
#define SHUFFLE(a, b, w, x, y, z)                                                                  \
  __builtin_shufflevector(a, b, w, x, y, z, (w) + 4, (x) + 4, (y) + 4, (z) + 4, (w) + 8, (x) + 8,  \
                          (y) + 8, (z) + 8, (w) + 12, (x) + 12, (y) + 12, (z) + 12)
#endif
}
/* To words of all pixels, and back. */
FORCE_INLINE void transpose(const Words quads[4], Words words[4]) {
  Words pairs[4];
  for (unsigned i = 0; i < 4; i += 2) {
    pairs[i] = SHUFFLE(quads[i], quads[i + 1], 0, SECOND, 1, SECOND + 1);
    pairs[i + 1] = SHUFFLE(quads[i], quads[i + 1], 2, SECOND + 2, 3, SECOND + 3);
  }
  for (unsigned i = 0; i < 2; ++i) {
    words[2 * i] = SHUFFLE(pairs[i], pairs[i + 2], 0, 1, SECOND, SECOND + 1);
    words[2 * i + 1] = SHUFFLE(pairs[i], pairs[i + 2], 2, 3, SECOND + 2, SECOND + 3);
  }
}
#endif

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
