// Writes pixels of an image for the lanes of a sub-group that are active. What lies outside of the
// image is not written.
#include "builtins/image/lanes.h"

// From where on a linear value is nearer to n + 1 than to n.
static const float linearToSrgb[255] = {
#include "builtins/image/linear_to_srgb.def"
};

static inline Words rounded(Floats x, float lowest, float highest) {
  return (Words) __builtin_convertvector(
      __builtin_elementwise_rint(clampFloats(x, lowest, highest)), Ints);
}

// NaN is 0, as of the conversions that saturate.
static inline Words normalized(Floats x, float lowest, float highest) {
  x = (Floats)((Words)x & (Words)(x == x));
  return rounded(x * highest, lowest, highest);
}

static inline uint32_t srgbOf(float x) {
  uint32_t below = 0;
  for (uint32_t step = 128; step; step /= 2)
    if (below + step <= 255 && x >= linearToSrgb[below + step - 1])
      below += step;
  return below;
}

static inline Words encodeFloats(const HeddleImage *image, Format format, Floats x,
                                 unsigned component) {
  switch (format.storage) {
  case heddlePixelUnorm8:
    return normalized(x, 0, 255);
  case heddlePixelUnorm16:
    return normalized(x, 0, 65535);
  case heddlePixelSnorm8:
    return normalized(x, -128, 127);
  case heddlePixelSnorm16:
    return normalized(x, -32768, 32767);
  case heddlePixelHalf:
    return __builtin_convertvector((Shorts) __builtin_convertvector(x, Halves), Words);
  case heddlePixelSrgb8: {
    if (image->store[component] == 3)
      return normalized(x, 0, 255);
    Words result;
    for (unsigned lane = 0; lane < LANES; ++lane)
      result[lane] = srgbOf(x[lane]);
    return result;
  }
  case heddlePixelFloat:
    return (Words)x;
  default:
    if (isPacked(format.storage))
      return normalized(x, 0, (float)((1u << fieldsOf(format.storage).bits[component]) - 1));
    return rounded(x, -2147483648.0f, 2147483520.0f);
  }
}

static inline Words encodeInts(Format format, Words x) {
  switch (format.storage) {
  case heddlePixelSigned8:
    return (Words)clampInts((Ints)x, -128, 127);
  case heddlePixelSigned16:
    return (Words)clampInts((Ints)x, -32768, 32767);
  case heddlePixelUnsigned8:
    return __builtin_elementwise_min(x, wordsOf(255));
  case heddlePixelUnsigned16:
    return __builtin_elementwise_min(x, wordsOf(65535));
  default:
    return x;
  }
}

static inline void assemble(Format format, const Words components[4], Words words[4]) {
  const unsigned count = format.components;
  for (unsigned i = 0; i < 4; ++i)
    words[i] = (Words){0};
  if (isPacked(format.storage)) {
    const Fields fields = fieldsOf(format.storage);
    for (unsigned i = 0; i < count; ++i)
      words[0] |= (components[i] & ((1u << fields.bits[i]) - 1)) << fields.shift[i];
    return;
  }
  const unsigned bits = componentBits(format.storage);
  if (bits == 32) {
    for (unsigned i = 0; i < count; ++i)
      words[i] = components[i];
    return;
  }
  const unsigned perWord = 32 / bits;
  for (unsigned i = 0; i < count; ++i)
    words[i / perWord] |= (components[i] & ((1u << bits) - 1)) << (bits * (i % perWord));
}

// Of any size but 16 bytes.
static inline void storePixel(char *to, const uint32_t pixel[4], unsigned size) {
  switch (size) {
  case 1:
    *(uint8_t *)to = (uint8_t)pixel[0];
    break;
  case 2:
    *(PixelShort *)to = (uint16_t)pixel[0];
    break;
  case 4:
    *(PixelWord *)to = pixel[0];
    break;
  case 8:
    *(PixelLong *)to = pixel[0] | (uint64_t)pixel[1] << 32;
    break;
  default:
    for (unsigned byte = 0; byte < size && byte < 16; ++byte)
      *(uint8_t *)(to + byte) = (uint8_t)(pixel[byte / 4] >> (8 * (byte % 4)));
  }
}

// Of what transpose() leaves.
FORCE_INLINE Four pixelOf(const Words quads[4], unsigned lane) {
#if LANES == 1
  (void)lane;
  return (Four){quads[0][0], quads[1][0], quads[2][0], quads[3][0]};
#else
  const Words four = quads[lane % 4];
  const unsigned first = lane / 4 * 4;
  return (Four){four[first], four[first + 1], four[first + 2], four[first + 3]};
#endif
}

// Pixels that are chosen one by one.
FORCE_INLINE void scatter(char *data, Offsets offsets, Ints chosen, Format format,
                          const Words words[4]) {
  Words quads[4];
  if (format.pixelSize == 16)
    transpose(words, quads);
  for (unsigned lane = 0; lane < LANES; ++lane) {
    if (!chosen[lane])
      continue;
    if (format.pixelSize == 16) {
      *(PixelFour *)(data + offsets[lane]) = pixelOf(quads, lane);
      continue;
    }
    const uint32_t pixel[4] = {words[0][lane], words[1][lane], words[2][lane], words[3][lane]};
    storePixel(data + offsets[lane], pixel, format.pixelSize);
  }
}

// Pixels that lie one behind the other, of 1 to 16 bytes.
FORCE_INLINE void store(char *data, unsigned size, const Words words[4]) {
  switch (size) {
  case 1:
    *(PixelBytes *)data = __builtin_convertvector(words[0], Bytes);
    break;
  case 2:
    *(PixelShorts *)data = __builtin_convertvector(words[0], Shorts);
    break;
  case 4:
    *(PixelWords *)data = words[0];
    break;
  case 8:
    *(PixelLongs *)data = __builtin_convertvector(words[0], Offsets) |
                          __builtin_convertvector(words[1], Offsets) << 32;
    break;
  case 16: {
    Words quads[4];
    transpose(words, quads);
    for (unsigned lane = 0; lane < LANES; ++lane)
      *(PixelFour *)(data + 16 * lane) = pixelOf(quads, lane);
    break;
  }
  }
}

// For LANES lanes.
FORCE_INLINE void writePixels(const HeddleImage *image, Format format, uint32_t access,
                              uint32_t *block, uint32_t stride, uint32_t active) {
  const unsigned axes = dimensionsOf(access) + (access & heddleAccessArray ? 1 : 0);
  char *data = (char *)image->data;
  Offsets offsets = {0};
  Ints narrow = {0};
  Ints chosen = (intsOf((int32_t)(active & ((1u << LANES) - 1))) >> laneNumbers & 1) != 0;
  for (unsigned i = 0; i < axes; ++i) {
    const Ints index =
        (Ints) * (const MemoryWords *)(block + (HEDDLE_IMAGE_COORDINATES + i) * stride);
    Axis axis = axisOf(image, access, i);
    if (i == 0)
      axis.pitch = format.pixelSize;
    const Ints inside = (index >= 0) & (index < axis.size);
    chosen &= inside;
    if (format.isSmall)
      narrow += (index & inside) * (int32_t)axis.pitch;
    else
      offsets += offsetsOf(index & inside, axis.pitch);
  }
  Words components[4], words[4];
  for (unsigned i = 0; i < format.components; ++i) {
    const Words given =
        *(const MemoryWords *)(block + (HEDDLE_IMAGE_TEXEL + (image->store[i] & 3)) * stride);
    components[i] = access & heddleAccessIntegerTexel
                        ? encodeInts(format, given)
                        : encodeFloats(image, format, (Floats)given, i);
  }
  assemble(format, components, words);
  if (format.isSmall)
    offsets = __builtin_convertvector((Words)narrow, Offsets);
  const unsigned size = format.pixelSize;
  if (size <= 16 && (size & (size - 1)) == 0 && allLanes(chosen) && areConsecutive(offsets, size))
    store(data + offsets[0], size, words);
  else
    scatter(data, offsets, chosen, format, words);
}

#if LANES != 16
// Any image.
void FOR_LANES(heddle_image_write)(const HeddleImage *image, uint32_t access, uint32_t stride,
                                   uint32_t *block, uint32_t active) {
  writePixels(image, (Format){image->storage, image->components, image->pixelSize, false}, access,
              block, stride, active);
}
#endif

#define TRY_FORMAT(STORAGE, COMPONENTS, SIZE)                                                      \
  if (image->storage == (STORAGE) && image->components == (COMPONENTS)) {                          \
    writePixels(image, (Format){STORAGE, COMPONENTS, SIZE, true}, access, block, stride, active);  \
    return 1;                                                                                      \
  }

// What most programs write: 1, or 0 if it is none of that.
FORCE_INLINE uint32_t writeCommon(const HeddleImage *image, uint32_t access, uint32_t stride,
                                  uint32_t *block, uint32_t active) {
  if (bytesOf(image, access) >= 0x7fffffff)
    return 0;
  if (access & heddleAccessIntegerTexel) {
    TRY_FORMAT(heddlePixelUnsigned8, 4, 4)
    TRY_FORMAT(heddlePixelUnsigned8, 1, 1)
    TRY_FORMAT(heddlePixelUnsigned16, 1, 2)
    TRY_FORMAT(heddlePixelSigned16, 1, 2)
    TRY_FORMAT(heddlePixelUnsigned32, 1, 4)
    TRY_FORMAT(heddlePixelSigned32, 1, 4)
    TRY_FORMAT(heddlePixelUnsigned32, 4, 16)
    TRY_FORMAT(heddlePixelUnsigned16, 4, 8)
    return 0;
  }
  TRY_FORMAT(heddlePixelUnorm8, 4, 4)
  TRY_FORMAT(heddlePixelFloat, 4, 16)
  TRY_FORMAT(heddlePixelFloat, 1, 4)
  TRY_FORMAT(heddlePixelHalf, 4, 8)
  TRY_FORMAT(heddlePixelUnorm8, 1, 1)
  TRY_FORMAT(heddlePixelUnorm16, 1, 2)
  TRY_FORMAT(heddlePixelHalf, 1, 2)
  TRY_FORMAT(heddlePixelFloat, 2, 8)
  TRY_FORMAT(heddlePixelUnorm16, 4, 8)
  return 0;
}

#define WRITER(NAME, KIND)                                                                         \
  uint32_t FOR_LANES(heddle_image_write_##NAME)(const HeddleImage *image, uint32_t access,         \
                                                uint32_t stride, uint32_t *block,                  \
                                                uint32_t active) {                                 \
    (void)access;                                                                                  \
    return writeCommon(image, KIND, stride, block, active);                                        \
  }
#define WRITERS(NAME, KIND)                                                                        \
  WRITER(NAME, KIND)                                                                               \
  WRITER(NAME##_integers, (KIND) | heddleAccessIntegerTexel)
WRITERS(2d, 2 << heddleAccessDimensionsShift)
WRITERS(2d_array, 2 << heddleAccessDimensionsShift | heddleAccessArray)
WRITERS(3d, 3 << heddleAccessDimensionsShift)
