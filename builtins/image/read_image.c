// Reads pixels of an image for the lanes of a sub-group: addressing, filtering and formats as the
// OpenCL C specification has them (sections 6.15.15 and 8.2 of the 3.0 API's).
//
//   coordinates --locate--> the pixel, or the 2, 4 or 8 whose mean is wanted, with weights
//               --load----> words of pixels
//               --decode--> stored components, as integers in floats where the format is normalized
//               --mean, division, choice of components--> red, green, blue, alpha
//
// Every pixel that is loaded lies in the image, whatever the coordinates are, also those of lanes
// that are not active: so nothing here asks which lanes are.
#include "builtins/image/lanes.h"

#include <immintrin.h>

static const float srgbToLinear[256] = {
#include "builtins/image/srgb_to_linear.def"
};

FORCE_INLINE Ints isWithin(Ints index, int32_t size) { return (index >= 0) & (index < size); }

// A coordinate in pixels.
FORCE_INLINE Floats unnormalized(Floats x, uint32_t access, int32_t size) {
  if (!(access & heddleSamplerNormalizedCoords))
    return x;
  switch (access & heddleSamplerAddressMask) {
  case heddleSamplerAddressRepeat:
    x = x - __builtin_elementwise_floor(x);
    break;
  case heddleSamplerAddressMirroredRepeat:
    x = __builtin_elementwise_abs(x - 2.0f * __builtin_elementwise_rint(0.5f * x));
    break;
  }
  return x * (float)size;
}

// An integer, at most two away from the image.
FORCE_INLINE Ints indexOf(Floats whole, int32_t size) {
  return __builtin_convertvector(clampFloats(whole, -2, (float)size + 1), Ints);
}

FORCE_INLINE Ints addressed(Ints index, uint32_t access, int32_t size, Ints *inside) {
  switch (access & heddleSamplerAddressMask) {
  case heddleSamplerAddressClamp:
    *inside &= isWithin(index, size);
    break;
  case heddleSamplerAddressRepeat:
    index = chooseInts(index < 0, index + size, index);
    index = chooseInts(index >= size, index - size, index);
    break;
  }
  return clampInts(index, 0, size - 1);
}

// Bytes from the first pixel on. One of the two.
typedef struct Offset {
  Ints narrow;
  Offsets wide;
} Offset;

FORCE_INLINE Offset offsetTo(Ints index, uint64_t pitch, Format format) {
  Offset result = {{0}, {0}};
  if (format.isSmall)
    result.narrow = index * (int32_t)pitch;
  else
    result.wide = offsetsOf(index, pitch);
  return result;
}

// The pixels on both sides of a coordinate, or the one.
typedef struct Neighbours {
  Offset offset[2];
  Ints inside[2]; // else the border is read
  Floats weight[2];
} Neighbours;

FORCE_INLINE Neighbours locate(const HeddleImage *image, Format format, uint32_t access, unsigned i,
                               const uint32_t *coordinates) {
  const Words given = *(const MemoryWords *)coordinates;
  const bool isLayer = i >= dimensionsOf(access);
  const bool isLinear = (access & heddleSamplerFilterLinear) && !isLayer;
  Axis axis = axisOf(image, access, i);
  if (i == 0)
    axis.pitch = format.pixelSize;
  Neighbours result;
  Ints index;
  if (access & heddleAccessIntegerCoordinates) {
    index = (Ints)given;
  } else if (isLayer) {
    index = indexOf(__builtin_elementwise_rint((Floats)given), axis.size);
  } else {
    Floats x = unnormalized((Floats)given, access, axis.size);
    if (isLinear)
      x = x - 0.5f;
    const Floats whole = __builtin_elementwise_floor(x);
    index = indexOf(whole, axis.size);
    result.weight[1] = x - whole;
    result.weight[0] = 1.0f - result.weight[1];
  }
  if (isLayer)
    access &= ~heddleSamplerAddressMask;
  result.inside[0] = result.inside[1] = ~(Ints){0};
  result.offset[0] =
      offsetTo(addressed(index, access, axis.size, &result.inside[0]), axis.pitch, format);
  if (isLinear)
    result.offset[1] =
        offsetTo(addressed(index + 1, access, axis.size, &result.inside[1]), axis.pitch, format);
  return result;
}

// Words at offsets of 32 bits.
FORCE_INLINE Words gather(const char *data, Ints offsets) {
#if LANES == 1
  return (Words){*(const PixelWord *)(data + offsets[0])};
#elif LANES == 8
  return (Words)_mm256_i32gather_epi32((const int *)data, (__m256i)offsets, 1);
#else
  return (Words)_mm512_i32gather_epi32((__m512i)offsets, data, 1);
#endif
}

// Whether the lanes' pixels lie one behind the other.
FORCE_INLINE bool areNeighbours(Offset offset, Format format) {
  if (!format.isSmall)
    return areConsecutive(offset.wide, format.pixelSize);
  const Ints apart = offset.narrow - laneNumbers * (int32_t)format.pixelSize - offset.narrow[0];
  return __builtin_reduce_or(apart) == 0;
}

#if LANES > 1
// Words of the lanes' pixels and of those behind them, as far as one gather finds both.
FORCE_INLINE void gatherPairs(const char *data, Ints offsets, Words *first, Words *second) {
#if LANES == 8
  const __m256i all = (__m256i)offsets;
  const Words low =
      (Words)_mm256_i32gather_epi64((const long long *)data, _mm256_castsi256_si128(all), 1);
  const Words high =
      (Words)_mm256_i32gather_epi64((const long long *)data, _mm256_extracti128_si256(all, 1), 1);
  *first = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
  *second = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  const __m512i all = (__m512i)offsets;
  const Words low = (Words)_mm512_i32gather_epi64(_mm512_castsi512_si256(all), data, 1);
  const Words high = (Words)_mm512_i32gather_epi64(_mm512_extracti64x4_epi64(all, 1), data, 1);
  *first =
      __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  *second =
      __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
#endif
}
#endif

FORCE_INLINE void halve(Offsets pixels, Words words[2]) {
  words[0] = __builtin_convertvector(pixels, Words);
  words[1] = __builtin_convertvector(pixels >> 32, Words);
}

// The pixels as words, component 0 in the lowest bits of the first.
FORCE_INLINE void load(const HeddleImage *image, Format format, Offset offset, Words words[4]) {
  const char *data = (const char *)image->data;
  const unsigned size = format.pixelSize;
  int64_t at[LANES];
  if ((size == 1 || size == 2 || size == 4 || size == 8) && areNeighbours(offset, format)) {
    data += format.isSmall ? offset.narrow[0] : offset.wide[0];
    switch (size) {
    case 1:
      words[0] = __builtin_convertvector(*(const PixelBytes *)data, Words);
      return;
    case 2:
      words[0] = __builtin_convertvector(*(const PixelShorts *)data, Words);
      return;
    case 4:
      words[0] = *(const PixelWords *)data;
      return;
    default:
      halve(*(const PixelLongs *)data, words);
      return;
    }
  }
  if (size == 4 && format.isSmall) {
    words[0] = gather(data, offset.narrow);
    return;
  }
#if LANES > 1
  if (size == 8 && format.isSmall) {
    gatherPairs(data, offset.narrow, &words[0], &words[1]);
    return;
  }
#endif
  *(MemoryOffsets *)at =
      format.isSmall ? __builtin_convertvector((Words)offset.narrow, Offsets) : offset.wide;
  switch (size) {
  case 1:
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const uint8_t *)(data + at[i]);
    break;
  case 2:
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const PixelShort *)(data + at[i]);
    break;
  case 4:
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const PixelWord *)(data + at[i]);
    break;
  case 8: {
    Offsets pixels;
    for (unsigned i = 0; i < LANES; ++i)
      pixels[i] = (int64_t)*(const PixelLong *)(data + at[i]);
    halve(pixels, words);
    break;
  }
  case 16: {
    Four rows[LANES];
    for (unsigned i = 0; i < LANES; ++i)
      rows[i] = *(const PixelFour *)(data + at[i]);
    Words quads[4];
    gatherQuads(rows, quads);
    transpose(quads, words);
    break;
  }
  default: // of three components
    for (unsigned word = 0; word < 4; ++word)
      words[word] = (Words){0};
    for (unsigned byte = 0; byte < size && byte < 16; ++byte) {
      Words value = {0};
      for (unsigned i = 0; i < LANES; ++i)
        value[i] = *(const uint8_t *)(data + at[i] + byte);
      words[byte / 4] |= value << (8 * (byte % 4));
    }
  }
}

// Pixels side by side, but where a border is in between.
FORCE_INLINE void loadBoth(const HeddleImage *image, Format format, Offset first, Offset second,
                           Words words[2][4]) {
#if LANES > 1
  const int32_t size = 4;
  if (format.pixelSize == size && format.isSmall &&
      allLanes(second.narrow - first.narrow == size)) {
    const char *data = (const char *)image->data;
    if (areNeighbours(first, format)) {
      words[0][0] = *(const PixelWords *)(data + first.narrow[0]);
      words[1][0] = *(const PixelWords *)(data + first.narrow[0] + size);
    } else {
      gatherPairs(data, first.narrow, &words[0][0], &words[1][0]);
    }
    return;
  }
#endif
  load(image, format, first, words[0]);
  load(image, format, second, words[1]);
}

FORCE_INLINE bool isSigned(Format format) {
  return format.storage == heddlePixelSnorm8 || format.storage == heddlePixelSnorm16 ||
         (format.storage >= heddlePixelSigned8 && format.storage <= heddlePixelSigned32);
}

// Whether a stored component of an sRGB format is one of the three on its curve.
FORCE_INLINE bool isOnCurve(const HeddleImage *image, unsigned component) {
  return component == image->select[0] || component == image->select[1] ||
         component == image->select[2];
}

// The stored components as they are, extended to 32 bits.
FORCE_INLINE void extract(Format format, const Words words[4], Words components[4]) {
  const unsigned count = format.components;
  if (isPacked(format.storage)) {
    const Fields fields = fieldsOf(format.storage);
    for (unsigned i = 0; i < count; ++i)
      components[i] = (words[0] >> fields.shift[i]) & ((1u << fields.bits[i]) - 1);
    return;
  }
  const unsigned bits = componentBits(format.storage);
  if (bits == 32) {
    for (unsigned i = 0; i < count; ++i)
      components[i] = words[i];
    return;
  }
  const bool extendsSign = isSigned(format);
  const unsigned perWord = 32 / bits, unused = 32 - bits;
  for (unsigned i = 0; i < count; ++i) {
    const Words high = words[i / perWord] << (unused - bits * (i % perWord));
    components[i] = extendsSign ? (Words)((Ints)high >> unused) : high >> unused;
  }
}

// As floats; those of normalized formats times `divisorOf`.
FORCE_INLINE void decode(const HeddleImage *image, Format format, const Words words[4],
                         Floats components[4]) {
  Words stored[4];
  extract(format, words, stored);
  const unsigned count = format.components;
  switch (format.storage) {
  case heddlePixelFloat:
    for (unsigned i = 0; i < count; ++i)
      components[i] = (Floats)stored[i];
    break;
  case heddlePixelHalf:
    for (unsigned i = 0; i < count; ++i)
      components[i] =
          __builtin_convertvector((Halves) __builtin_convertvector(stored[i], Shorts), Floats);
    break;
  case heddlePixelSrgb8:
    for (unsigned i = 0; i < count; ++i)
      if (isOnCurve(image, i))
        for (unsigned lane = 0; lane < LANES; ++lane)
          components[i][lane] = srgbToLinear[stored[i][lane] & 255];
      else
        components[i] = __builtin_convertvector((Ints)stored[i], Floats);
    break;
  case heddlePixelUnsigned32:
    for (unsigned i = 0; i < count; ++i)
      components[i] = __builtin_convertvector(stored[i], Floats);
    break;
  case heddlePixelSnorm8:
  case heddlePixelSnorm16: {
    // The most negative number is -1 as the next one is.
    const Ints lowest = intsOf(format.storage == heddlePixelSnorm8 ? -127 : -32767);
    for (unsigned i = 0; i < count; ++i)
      components[i] =
          __builtin_convertvector(__builtin_elementwise_max((Ints)stored[i], lowest), Floats);
    break;
  }
  default:
    for (unsigned i = 0; i < count; ++i)
      components[i] = __builtin_convertvector((Ints)stored[i], Floats);
  }
}

// What stands for 1, or 0 where components are not normalized.
FORCE_INLINE float divisorOf(const HeddleImage *image, Format format, unsigned component) {
  switch (format.storage) {
  case heddlePixelUnorm8:
    return 255;
  case heddlePixelUnorm16:
    return 65535;
  case heddlePixelSnorm8:
    return 127;
  case heddlePixelSnorm16:
    return 32767;
  case heddlePixelSrgb8:
    return isOnCurve(image, component) ? 0 : 255;
  case heddlePixelUnorm565:
    return component == 1 ? 63 : 31;
  case heddlePixelUnorm555:
    return 31;
  case heddlePixelUnorm101010:
    return 1023;
  case heddlePixelUnorm1010102:
    return component == 3 ? 3 : 1023;
  default:
    return 0;
  }
}

// Rounded correctly: the remainder of the first quotient corrects it.
FORCE_INLINE Floats divided(Floats x, float divisor) {
  const Floats reciprocal = floatsOf(1.0f / divisor);
  const Floats quotient = x * reciprocal;
  const Floats rest = __builtin_elementwise_fma(-quotient, floatsOf(divisor), x);
  return __builtin_elementwise_fma(rest, reciprocal, quotient);
}

FORCE_INLINE Floats maskedFloats(Floats x, Ints condition) {
  return (Floats)((Words)x & (Words)condition);
}

FORCE_INLINE void storeChosen(const uint8_t select[4], const Floats found[6], uint32_t stride,
                              uint32_t *texel) {
  for (unsigned i = 0; i < 4; ++i)
    *(MemoryWords *)(texel + i * stride) = (Words)found[select[i]];
}

// found: the components, and 0 and 1.
FORCE_INLINE void storeTexel(const HeddleImage *image, unsigned components, const Floats found[6],
                             uint32_t stride, uint32_t *texel) {
  // As the usual orders have it, so that no vector waits in memory for its index: CL_R, CL_RG,
  // CL_RGB and CL_RGBA, and CL_INTENSITY and CL_BGRA.
  static const uint8_t usual[4][4] = {{0, heddleSelectZero, heddleSelectZero, heddleSelectOne},
                                      {0, 1, heddleSelectZero, heddleSelectOne},
                                      {0, 1, 2, heddleSelectOne},
                                      {0, 1, 2, 3}};
  static const uint8_t intensity[4] = {0, 0, 0, 0}, reversed[4] = {2, 1, 0, 3};
  const uint8_t *first = usual[components - 1], *second = components == 4 ? reversed : intensity;
  const uint32_t wanted = *(const PixelWord *)image->select;
  if (wanted == *(const PixelWord *)first)
    return storeChosen(first, found, stride, texel);
  if (wanted == *(const PixelWord *)second)
    return storeChosen(second, found, stride, texel);
  Floats any[6];
  for (unsigned i = 0; i < 6; ++i)
    any[i] = found[i];
  storeChosen(image->select, any, stride, texel);
}

// For LANES lanes.
FORCE_INLINE void readPixels(const HeddleImage *image, Format format, uint32_t access,
                             uint32_t *block, uint32_t stride) {
  const uint32_t *coordinates = block + HEDDLE_IMAGE_COORDINATES * stride;
  uint32_t *texel = block + HEDDLE_IMAGE_TEXEL * stride;
  const unsigned dimensions = dimensionsOf(access), components = format.components;
  const unsigned axes = dimensions + (access & heddleAccessArray ? 1 : 0);
  const bool isLinear = access & heddleSamplerFilterLinear;
  const bool isClamp = (access & heddleSamplerAddressMask) == heddleSamplerAddressClamp;
  Neighbours neighbours[4];
  for (unsigned i = 0; i < axes; ++i)
    neighbours[i] = locate(image, format, access, i, coordinates + i * stride);

  // Where all lanes are at the middle of pixels along an axis, the next ones count nothing.
  // Programs that read at ids with a linear filter, or along rows, are there.
  unsigned skipped = 0;
  if (isLinear)
    for (unsigned i = 0; i < dimensions; ++i)
      if (allLanes(neighbours[i].weight[1] == 0))
        skipped |= 1u << i;

  Floats found[6];
  Ints allInside = ~(Ints){0};
  Floats weightInside = {0};
  Words both[2][4];
  const unsigned corners = isLinear ? 1u << dimensions : 1;
  for (unsigned corner = 0; corner < corners; ++corner) {
    if (corner & skipped)
      continue;
    Offset offset = neighbours[0].offset[corner & 1];
    Ints inside = neighbours[0].inside[corner & 1];
    Floats weight = neighbours[0].weight[corner & 1];
    for (unsigned i = 1; i < axes; ++i) {
      const unsigned side = corner >> i & 1;
      offset.narrow += neighbours[i].offset[side].narrow;
      offset.wide += neighbours[i].offset[side].wide;
      inside &= neighbours[i].inside[side];
      if (i < dimensions)
        weight *= neighbours[i].weight[side];
    }
    if (corner & 1) {
      // Loaded with the one in front of it.
    } else if (isLinear && !(skipped & 1)) {
      Offset next = offset;
      next.narrow += neighbours[0].offset[1].narrow - neighbours[0].offset[0].narrow;
      next.wide += neighbours[0].offset[1].wide - neighbours[0].offset[0].wide;
      loadBoth(image, format, offset, next, both);
    } else {
      load(image, format, offset, both[0]);
    }
    const Words *words = both[corner & 1];
    if (access & heddleAccessIntegerTexel) {
      extract(format, words, (Words *)found);
    } else if (!isLinear) {
      decode(image, format, words, found);
    } else {
      Floats pixel[4];
      decode(image, format, words, pixel);
      for (unsigned i = 0; i < components; ++i) {
        if (isClamp)
          pixel[i] = maskedFloats(pixel[i], inside);
        found[i] =
            corner == 0 ? pixel[i] * weight : __builtin_elementwise_fma(pixel[i], weight, found[i]);
      }
      if (isClamp)
        weightInside += maskedFloats(weight, inside);
    }
    allInside &= inside;
  }
  if (isClamp && !isLinear)
    for (unsigned i = 0; i < components; ++i)
      found[i] = maskedFloats(found[i], allInside);

  found[heddleSelectZero] = (Floats){0};
  if (access & heddleAccessIntegerTexel) {
    found[heddleSelectOne] = (Floats)wordsOf(1);
  } else {
    for (unsigned i = 0; i < components; ++i)
      if (divisorOf(image, format, i) != 0)
        found[i] = divided(found[i], divisorOf(image, format, i));
    found[heddleSelectOne] = floatsOf(1);
  }
  // Alpha of a format without one is 1, but 0 in some formats' border.
  if (isClamp && !image->borderAlpha) {
    const Floats one = found[heddleSelectOne];
    found[heddleSelectOne] =
        isLinear ? chooseFloats(allInside, one, weightInside) : maskedFloats(one, allInside);
  }
  storeTexel(image, components, found, stride, texel);
}

#if LANES != 16
// Any image.
void FOR_LANES(heddle_image_read)(const HeddleImage *image, uint32_t access, uint32_t stride,
                                  uint32_t *block) {
  // Integers are not filtered, nor are pixels that were named by integers.
  if (access & (heddleAccessIntegerCoordinates | heddleAccessIntegerTexel))
    access &= ~heddleSamplerFilterLinear;
  Format format = {image->storage, image->components, image->pixelSize, false};
  if (bytesOf(image, access) < 0x7fffffff && !(access & heddleSamplerFilterLinear)) {
    format.isSmall = true;
    readPixels(image, format, access & ~heddleSamplerFilterLinear, block, stride);
    return;
  }
  readPixels(image, format, access, block, stride);
}
#endif

// Without a loop over lanes, and with nothing that some formats need only, the way to the pixels
// is short.
#define TRY_STORED(IS_STORED, STORAGE, COMPONENTS, SIZE)                                           \
  if ((IS_STORED) && image->components == (COMPONENTS)) {                                          \
    readPixels(image, (Format){STORAGE, COMPONENTS, SIZE, true}, access, block, stride);           \
    return 1;                                                                                      \
  }
#define TRY_FORMAT(STORAGE, COMPONENTS, SIZE)                                                      \
  TRY_STORED(image->storage == (STORAGE), STORAGE, COMPONENTS, SIZE)
// Integers of 32 bits are what lies there.
#define TRY_WORDS(COMPONENTS)                                                                      \
  TRY_STORED(componentBits(image->storage) == 32, heddlePixelUnsigned32, COMPONENTS,               \
             4 * (COMPONENTS))

FORCE_INLINE uint32_t readFloats(const HeddleImage *image, uint32_t access, uint32_t stride,
                                 uint32_t *block) {
  TRY_FORMAT(heddlePixelUnorm8, 4, 4)
  TRY_FORMAT(heddlePixelFloat, 1, 4)
  TRY_FORMAT(heddlePixelFloat, 4, 16)
  TRY_FORMAT(heddlePixelHalf, 4, 8)
  TRY_FORMAT(heddlePixelUnorm8, 1, 1)
  TRY_FORMAT(heddlePixelUnorm16, 1, 2)
  TRY_FORMAT(heddlePixelHalf, 1, 2)
  TRY_FORMAT(heddlePixelFloat, 2, 8)
  // The code of linear filters is long.
  if (!(access & heddleAccessIntegerCoordinates))
    return 0;
  TRY_FORMAT(heddlePixelUnorm16, 4, 8)
  TRY_FORMAT(heddlePixelUnorm8, 2, 2)
  return 0;
}

FORCE_INLINE uint32_t readIntegers(const HeddleImage *image, uint32_t access, uint32_t stride,
                                   uint32_t *block) {
  TRY_FORMAT(heddlePixelUnsigned8, 4, 4)
  TRY_FORMAT(heddlePixelUnsigned8, 1, 1)
  TRY_FORMAT(heddlePixelUnsigned16, 1, 2)
  TRY_FORMAT(heddlePixelSigned16, 1, 2)
  TRY_WORDS(1)
  TRY_WORDS(4)
  TRY_WORDS(2)
  TRY_FORMAT(heddlePixelUnsigned16, 4, 8)
  return 0;
}

// What most programs read: 1, or 0 if it is none of that. `known` of the bits of `access` are those
// of `kind`.
FORCE_INLINE uint32_t readCommon(const HeddleImage *image, uint32_t access, uint32_t known,
                                 uint32_t kind, uint32_t stride, uint32_t *block) {
  known |= heddleAccessDimensions | heddleAccessArray | heddleAccessIntegerTexel |
           heddleAccessIntegerCoordinates;
  access = (access & ~known) | kind;
  if (bytesOf(image, access) >= 0x7fffffff)
    return 0;
  return kind & heddleAccessIntegerTexel ? readIntegers(image, access, stride, block)
                                         : readFloats(image, access, stride, block);
}

#define READER(NAME, KNOWN, KIND)                                                                  \
  uint32_t FOR_LANES(heddle_image_read_##NAME)(const HeddleImage *image, uint32_t access,          \
                                               uint32_t stride, uint32_t *block) {                 \
    return readCommon(image, access, KNOWN, KIND, stride, block);                                  \
  }

// At integer coordinates, and at others as the sampler says.
#define PIXEL_READER(NAME, KIND)                                                                   \
  READER(NAME##_pixels, heddleSamplerFilterLinear | heddleSamplerNormalizedCoords,                 \
         (KIND) | heddleAccessIntegerCoordinates)
// Integers are not filtered.
#define SAMPLE_READERS(NAME, KIND)                                                                 \
  READER(NAME##_integers_nearest, heddleSamplerFilterLinear, (KIND) | heddleAccessIntegerTexel)    \
  READER(NAME##_nearest, heddleSamplerFilterLinear, KIND)                                          \
  READER(NAME##_linear, heddleSamplerFilterLinear, (KIND) | heddleSamplerFilterLinear)             \
  READER(NAME##_sampled, 0, KIND)

#define PIXEL_READERS(NAME, KIND)                                                                  \
  PIXEL_READER(NAME, KIND)                                                                         \
  PIXEL_READER(NAME##_integers, (KIND) | heddleAccessIntegerTexel)
PIXEL_READERS(1d, 1 << heddleAccessDimensionsShift)
PIXEL_READERS(2d, 2 << heddleAccessDimensionsShift)
PIXEL_READERS(2d_array, 2 << heddleAccessDimensionsShift | heddleAccessArray)
PIXEL_READERS(3d, 3 << heddleAccessDimensionsShift)
SAMPLE_READERS(2d, 2 << heddleAccessDimensionsShift)
SAMPLE_READERS(2d_array, 2 << heddleAccessDimensionsShift | heddleAccessArray)
SAMPLE_READERS(3d, 3 << heddleAccessDimensionsShift)
