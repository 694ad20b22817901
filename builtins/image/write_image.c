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

static inline Words encodeFloats(const HeddleImage *image, Floats x, unsigned component) {
  switch (image->storage) {
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
    if (isPacked(image->storage))
      return normalized(x, 0, (float)((1u << fieldsOf(image->storage).bits[component]) - 1));
    return rounded(x, -2147483648.0f, 2147483520.0f);
  }
}

static inline Words encodeInts(const HeddleImage *image, Words x) {
  switch (image->storage) {
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

static inline void assemble(const HeddleImage *image, const Words components[4], Words words[4]) {
  const unsigned count = image->components;
  for (unsigned i = 0; i < 4; ++i)
    words[i] = (Words){0};
  if (isPacked(image->storage)) {
    const Fields fields = fieldsOf(image->storage);
    for (unsigned i = 0; i < count; ++i)
      words[0] |= (components[i] & ((1u << fields.bits[i]) - 1)) << fields.shift[i];
    return;
  }
  const unsigned bits = componentBits(image->storage);
  if (bits == 32) {
    for (unsigned i = 0; i < count; ++i)
      words[i] = components[i];
    return;
  }
  const unsigned perWord = 32 / bits;
  for (unsigned i = 0; i < count; ++i)
    words[i / perWord] |= (components[i] & ((1u << bits) - 1)) << (bits * (i % perWord));
}

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
  case 16:
    *(PixelLong *)to = pixel[0] | (uint64_t)pixel[1] << 32;
    *(PixelLong *)(to + 8) = pixel[2] | (uint64_t)pixel[3] << 32;
    break;
  default:
    for (unsigned byte = 0; byte < size && byte < 16; ++byte)
      *(uint8_t *)(to + byte) = (uint8_t)(pixel[byte / 4] >> (8 * (byte % 4)));
  }
}

void heddle_image_write(const HeddleImage *image, uint32_t access, uint32_t lanes, uint32_t *block,
                        uint32_t active) {
  const uint32_t stride = (lanes + LANES - 1) / LANES * LANES;
  const unsigned axes = dimensionsOf(access) + (access & heddleAccessArray ? 1 : 0);
  const unsigned size = image->pixelSize;
  char *data = (char *)image->data;
  for (uint32_t first = 0; first < lanes; first += LANES, active >>= LANES) {
    Offsets offsets = {0};
    Ints chosen = (intsOf((int32_t)(active & ((1u << LANES) - 1))) >> laneNumbers & 1) != 0;
    for (unsigned i = 0; i < axes; ++i) {
      const Ints index =
          (Ints) * (const MemoryWords *)(block + (HEDDLE_IMAGE_COORDINATES + i) * stride + first);
      const Axis axis = axisOf(image, access, i);
      const Ints inside = (index >= 0) & (index < axis.size);
      chosen &= inside;
      offsets += offsetsOf(index & inside, axis.pitch);
    }
    Words components[4], words[4];
    for (unsigned i = 0; i < image->components; ++i) {
      const Words given =
          *(const MemoryWords *)(block + (HEDDLE_IMAGE_TEXEL + (image->store[i] & 3)) * stride +
                                 first);
      components[i] = access & heddleAccessIntegerTexel ? encodeInts(image, given)
                                                        : encodeFloats(image, (Floats)given, i);
    }
    assemble(image, components, words);
    if (size == 4 && allLanes(chosen) && areConsecutive(offsets, 4)) {
      *(PixelWords *)(data + offsets[0]) = words[0];
      continue;
    }
    for (unsigned lane = 0; lane < LANES; ++lane)
      if (chosen[lane]) {
        const uint32_t pixel[4] = {words[0][lane], words[1][lane], words[2][lane], words[3][lane]};
        storePixel(data + offsets[lane], pixel, size);
      }
  }
}
