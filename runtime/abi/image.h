/* What a kernel sees of an image and of a sampler. Plain C: the library's functions on images
 * (builtins/image) read these records, the driver fills them in.
 *
 * An image argument is a 64-bit pointer to a HeddleImage, which stays as it is while the command
 * runs. A sampler argument is 4 bytes, a sum of heddleSampler... values: clang writes samplers of
 * kernels with the same numbers. */
#ifndef HEDDLE_RUNTIME_ABI_IMAGE_H
#define HEDDLE_RUNTIME_ABI_IMAGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the components of a pixel lie in memory, and what they stand for. */
typedef enum HeddlePixelStorage {
  heddlePixelUnorm8 = 0, /* components of 1, 2 or 4 bytes, one behind the other */
  heddlePixelUnorm16,
  heddlePixelSnorm8,
  heddlePixelSnorm16,
  heddlePixelSigned8,
  heddlePixelSigned16,
  heddlePixelSigned32,
  heddlePixelUnsigned8,
  heddlePixelUnsigned16,
  heddlePixelUnsigned32,
  heddlePixelHalf,
  heddlePixelFloat,
  heddlePixelSrgb8,        /* as unorm8; the first three select values are of sRGB's curve */
  heddlePixelUnorm565,     /* one word of 16 bits, the first component in the highest bits */
  heddlePixelUnorm555,     /* the same behind one unused bit */
  heddlePixelUnorm101010,  /* one word of 32 bits, behind two unused bits */
  heddlePixelUnorm1010102, /* one word of 32 bits, the last component has two bits */
  heddlePixelStorageCount
} HeddlePixelStorage;

enum {
  heddleSelectZero = 4, /* the value 0 */
  heddleSelectOne = 5   /* the value 1, or 1.0 */
};

typedef struct HeddleImage {
  uint64_t data;       /* address of the first pixel */
  uint64_t rowPitch;   /* bytes */
  uint64_t slicePitch; /* bytes from one image of an array, or slice, to the next */
  uint32_t width;      /* pixels; sizes that the image does not have are 1 */
  uint32_t height;
  uint32_t depth;
  uint32_t arraySize;
  uint32_t channelOrder;    /* CL_R, ..., for get_image_channel_order */
  uint32_t channelDataType; /* CL_SNORM_INT8, ... */
  uint8_t storage;          /* HeddlePixelStorage */
  uint8_t components;       /* stored in a pixel, 1 to 4 */
  uint8_t pixelSize;        /* bytes */
  uint8_t borderAlpha;      /* 1: the border is (0, 0, 0, 1), as the format has no alpha */
  /* What red, green, blue and alpha are on reading: the number of a stored component, or
   * heddleSelect... */
  uint8_t select[4];
  /* Which of red, green, blue and alpha (0 to 3) each stored component takes on writing. */
  uint8_t store[4];
  uint32_t numMipLevels; /* 0: none */
} HeddleImage;

/* Addressing modes are numbers in the bits of heddleSamplerAddressMask. */
enum {
  heddleSamplerAddressNone = 0,
  heddleSamplerAddressClampToEdge = 2,
  heddleSamplerAddressClamp = 4,
  heddleSamplerAddressRepeat = 6,
  heddleSamplerAddressMirroredRepeat = 8,
  heddleSamplerAddressMask = 0xE,
  heddleSamplerNormalizedCoords = 1,
  heddleSamplerFilterNearest = 0x10,
  heddleSamplerFilterLinear = 0x20
};

#ifdef __cplusplus
}
#endif

#endif
