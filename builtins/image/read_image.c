// Reads pixels of an image for the lanes of a sub-group: addressing, filtering and formats as the
// OpenCL C specification has them (sections 6.15.15 and 8.2 of the 3.0 API's).
//
//   coordinates --locate--> one place, or the 2, 4 or 8 whose mean is wanted, with weights
//               --load----> words of pixels
//               --decode--> stored components, as integers in floats where the format is normalized
//               --mean, division, choice of components--> red, green, blue, alpha
//
// Every place lies in the image, whatever the coordinates are, also those of lanes that are not
// active: so nothing here asks which lanes are.
#include "builtins/image/lanes.h"

static const float srgbToLinear[256] = {
#include "builtins/image/srgb_to_linear.def"
};

typedef struct Place {
  Offsets offset;
  Ints inside; // else the border is read
  Floats weight;
} Place;

static inline Ints isWithin(Ints index, int32_t size) { return (index >= 0) & (index < size); }

// A coordinate in pixels, and the whole numbers on both sides as the addressing mode has them.
static inline Floats unnormalized(Floats x, uint32_t access, int32_t size) {
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
static inline Ints indexOf(Floats whole, int32_t size) {
  return __builtin_convertvector(clampFloats(whole, -2, (float)size + 1), Ints);
}

static inline Ints addressed(Ints index, uint32_t access, int32_t size, Ints *inside) {
  switch (access & heddleSamplerAddressMask) {
  case heddleSamplerAddressClamp:
    *inside = isWithin(index, size);
    break;
  case heddleSamplerAddressRepeat:
    index = chooseInts(index < 0, index + size, index);
    index = chooseInts(index >= size, index - size, index);
    break;
  }
  return clampInts(index, 0, size - 1);
}

static inline unsigned locate(const HeddleImage *image, uint32_t access,
                              const uint32_t *coordinates, unsigned stride, Place places[8]) {
  const bool isInteger = access & heddleAccessIntegerCoordinates;
  const bool isLinear = access & heddleSamplerFilterLinear;
  const unsigned dimensions = dimensionsOf(access);
  const unsigned axes = dimensions + (access & heddleAccessArray ? 1 : 0);
  unsigned count = 1;
  places[0] = (Place){{0}, ~(Ints){0}, floatsOf(1)};
  for (unsigned i = 0; i < axes; ++i) {
    const Words given = *(const MemoryWords *)(coordinates + i * stride);
    const Axis axis = axisOf(image, access, i);
    const bool isLayer = i >= dimensions;
    Ints index, inside = ~(Ints){0};
    Floats x = {0};
    if (isInteger) {
      index = (Ints)given;
    } else if (isLayer) {
      index = indexOf(__builtin_elementwise_rint((Floats)given), axis.size);
    } else {
      x = unnormalized((Floats)given, access, axis.size);
      if (isLinear)
        x = x - 0.5f;
      index = indexOf(__builtin_elementwise_floor(x), axis.size);
    }
    if (isLayer)
      access &= ~heddleSamplerAddressMask;
    const Ints lower = addressed(index, access, axis.size, &inside);
    const Offsets offset = offsetsOf(lower, axis.pitch);
    if (isLinear && !isLayer) {
      Ints upperInside = ~(Ints){0};
      const Ints upper = addressed(index + 1, access, axis.size, &upperInside);
      const Offsets upperOffset = offsetsOf(upper, axis.pitch);
      const Floats fraction = x - __builtin_elementwise_floor(x);
      for (unsigned p = 0; p < count; ++p)
        places[count + p] = (Place){places[p].offset + upperOffset, places[p].inside & upperInside,
                                    places[p].weight * fraction};
      for (unsigned p = 0; p < count; ++p)
        places[p].weight = places[p].weight * (1.0f - fraction);
    }
    for (unsigned p = 0; p < count; ++p) {
      places[p].offset += offset;
      places[p].inside &= inside;
    }
    if (isLinear && !isLayer)
      count *= 2;
  }
  return count;
}

// The pixels as words, component 0 in the lowest bits of the first.
static inline void load(const HeddleImage *image, Offsets offsets, Words words[4]) {
  const char *data = (const char *)image->data;
  const unsigned size = image->pixelSize;
  switch (size) {
  case 1:
    if (areConsecutive(offsets, 1)) {
      words[0] = __builtin_convertvector(*(const PixelBytes *)(data + offsets[0]), Words);
      break;
    }
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const uint8_t *)(data + offsets[i]);
    break;
  case 2:
    if (areConsecutive(offsets, 2)) {
      words[0] = __builtin_convertvector(*(const PixelShorts *)(data + offsets[0]), Words);
      break;
    }
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const PixelShort *)(data + offsets[i]);
    break;
  case 4:
    if (areConsecutive(offsets, 4)) {
      words[0] = *(const PixelWords *)(data + offsets[0]);
      break;
    }
    for (unsigned i = 0; i < LANES; ++i)
      words[0][i] = *(const PixelWord *)(data + offsets[i]);
    break;
  case 8: {
    Offsets pixels;
    for (unsigned i = 0; i < LANES; ++i)
      pixels[i] = (int64_t)*(const PixelLong *)(data + offsets[i]);
    words[0] = __builtin_convertvector(pixels, Words);
    words[1] = __builtin_convertvector(pixels >> 32, Words);
    break;
  }
  case 16: {
    Offsets halves[2];
    for (unsigned i = 0; i < LANES; ++i) {
      halves[0][i] = (int64_t)*(const PixelLong *)(data + offsets[i]);
      halves[1][i] = (int64_t)*(const PixelLong *)(data + offsets[i] + 8);
    }
    for (unsigned half = 0; half < 2; ++half) {
      words[2 * half] = __builtin_convertvector(halves[half], Words);
      words[2 * half + 1] = __builtin_convertvector(halves[half] >> 32, Words);
    }
    break;
  }
  default: // of three components
    for (unsigned word = 0; word < 4; ++word)
      words[word] = (Words){0};
    for (unsigned byte = 0; byte < size && byte < 16; ++byte) {
      Words value = {0};
      for (unsigned i = 0; i < LANES; ++i)
        value[i] = *(const uint8_t *)(data + offsets[i] + byte);
      words[byte / 4] |= value << (8 * (byte % 4));
    }
  }
}

static inline bool isSigned(const HeddleImage *image) {
  return image->storage == heddlePixelSnorm8 || image->storage == heddlePixelSnorm16 ||
         (image->storage >= heddlePixelSigned8 && image->storage <= heddlePixelSigned32);
}

// The stored components as they are, extended to 32 bits.
static inline void extract(const HeddleImage *image, const Words words[4], Words components[4]) {
  const unsigned count = image->components;
  if (isPacked(image)) {
    const Fields fields = fieldsOf(image);
    for (unsigned i = 0; i < count; ++i)
      components[i] = (words[0] >> fields.shift[i]) & ((1u << fields.bits[i]) - 1);
    return;
  }
  const unsigned bits = componentBits(image);
  if (bits == 32) {
    for (unsigned i = 0; i < count; ++i)
      components[i] = words[i];
    return;
  }
  const bool extendsSign = isSigned(image);
  const unsigned perWord = 32 / bits, unused = 32 - bits;
  for (unsigned i = 0; i < count; ++i) {
    const Words high = words[i / perWord] << (unused - bits * (i % perWord));
    components[i] = extendsSign ? (Words)((Ints)high >> unused) : high >> unused;
  }
}

// As floats; those of normalized formats times `divisor`.
static inline void decode(const HeddleImage *image, const Words words[4], Floats components[4]) {
  Words stored[4];
  extract(image, words, stored);
  const unsigned count = image->components;
  switch (image->storage) {
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
      components[i] = __builtin_convertvector((Ints)stored[i], Floats);
    for (unsigned i = 0; i < count && i < 4; ++i) {
      // Only what red, green and blue are taken from is of the curve.
      if (i != image->select[0] && i != image->select[1] && i != image->select[2])
        continue;
      for (unsigned lane = 0; lane < LANES; ++lane)
        components[i][lane] = srgbToLinear[stored[i][lane] & 255];
    }
    break;
  case heddlePixelUnsigned32:
    for (unsigned i = 0; i < count; ++i)
      components[i] = __builtin_convertvector(stored[i], Floats);
    break;
  case heddlePixelSnorm8:
  case heddlePixelSnorm16: {
    // The most negative number is -1 as the next one is.
    const Ints lowest = intsOf(image->storage == heddlePixelSnorm8 ? -127 : -32767);
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
static inline float divisorOf(const HeddleImage *image, unsigned component) {
  switch (image->storage) {
  case heddlePixelUnorm8:
    return 255;
  case heddlePixelUnorm16:
    return 65535;
  case heddlePixelSnorm8:
    return 127;
  case heddlePixelSnorm16:
    return 32767;
  case heddlePixelSrgb8:
    return component == image->select[0] || component == image->select[1] ||
                   component == image->select[2]
               ? 0
               : 255;
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
static inline Floats divided(Floats x, float divisor) {
  const Floats reciprocal = floatsOf(1.0f / divisor);
  const Floats quotient = x * reciprocal;
  const Floats rest = __builtin_elementwise_fma(-quotient, floatsOf(divisor), x);
  return __builtin_elementwise_fma(rest, reciprocal, quotient);
}

static inline void readFloats(const HeddleImage *image, uint32_t access, const Place places[8],
                              unsigned count, Floats texel[4]) {
  const unsigned components = image->components;
  Floats found[6];
  if (count == 1) {
    Words words[4];
    load(image, places[0].offset, words);
    decode(image, words, found);
    for (unsigned i = 0; i < components; ++i)
      found[i] = (Floats)((Words)found[i] & (Words)places[0].inside);
  } else {
    for (unsigned i = 0; i < 4; ++i)
      found[i] = (Floats){0};
    for (unsigned p = 0; p < count; ++p) {
      Words words[4];
      Floats pixel[4];
      load(image, places[p].offset, words);
      decode(image, words, pixel);
      for (unsigned i = 0; i < components; ++i)
        found[i] += (Floats)((Words)(pixel[i] * places[p].weight) & (Words)places[p].inside);
    }
  }
  if (divisorOf(image, 0) != 0 || image->storage == heddlePixelSrgb8)
    for (unsigned i = 0; i < components; ++i)
      if (divisorOf(image, i) != 0)
        found[i] = divided(found[i], divisorOf(image, i));

  // Alpha of a format without one is 1, and that of its border may be 0.
  found[heddleSelectZero] = (Floats){0};
  found[heddleSelectOne] = floatsOf(1);
  if ((access & heddleSamplerAddressMask) == heddleSamplerAddressClamp && !image->borderAlpha) {
    Ints inside = ~(Ints){0};
    Floats weight = {0};
    for (unsigned p = 0; p < count; ++p) {
      inside &= places[p].inside;
      weight += (Floats)((Words)places[p].weight & (Words)places[p].inside);
    }
    found[heddleSelectOne] = chooseFloats(inside, floatsOf(1), weight);
  } else if ((access & heddleSamplerAddressMask) == heddleSamplerAddressClamp &&
             image->select[3] < heddleSelectZero) {
    Floats border = {0};
    for (unsigned p = 0; p < count; ++p)
      border += (Floats)((Words)places[p].weight & ~(Words)places[p].inside);
    found[image->select[3]] += border;
  }
  for (unsigned i = 0; i < 4; ++i)
    texel[i] = found[image->select[i]];
}

static inline void readInts(const HeddleImage *image, const Place *place, Words texel[4]) {
  Words words[4], found[6];
  load(image, place->offset, words);
  extract(image, words, found);
  for (unsigned i = 0; i < image->components; ++i)
    found[i] &= (Words)place->inside;
  found[heddleSelectZero] = (Words){0};
  found[heddleSelectOne] = image->borderAlpha ? wordsOf(1) : (Words)place->inside & wordsOf(1);
  for (unsigned i = 0; i < 4; ++i)
    texel[i] = found[image->select[i]];
}

void heddle_image_read(const HeddleImage *image, uint32_t access, uint32_t lanes, uint32_t *block) {
  const uint32_t stride = (lanes + LANES - 1) / LANES * LANES;
  // Integers are not filtered, nor are pixels that were named by integers.
  if (access & (heddleAccessIntegerCoordinates | heddleAccessIntegerTexel))
    access &= ~heddleSamplerFilterLinear;
  for (uint32_t first = 0; first < lanes; first += LANES) {
    Place places[8];
    Words texel[4];
    const unsigned count =
        locate(image, access, block + HEDDLE_IMAGE_COORDINATES * stride + first, stride, places);
    if (access & heddleAccessIntegerTexel)
      readInts(image, places, texel);
    else
      readFloats(image, access, places, count, (Floats *)texel);
    for (unsigned i = 0; i < 4; ++i)
      *(MemoryWords *)(block + (HEDDLE_IMAGE_TEXEL + i) * stride + first) = texel[i];
  }
}
