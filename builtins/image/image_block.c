// Blocks of a sub-group in a 2D image: bytes as they are, in rows. What lies outside of the image
// reads as the edge of its row, and is not written; parts of 4 bytes, or of a smaller element, are
// in or out as a whole.
#include "builtins/image/image_access.h"
#include "runtime/abi/image.h"

#include <stdint.h>

typedef struct Block {
  int64_t x, y, rows, rowBytes, part, width;
  uint32_t elementBytes;
} Block;

static inline Block blockOf(const HeddleImage *image, uint32_t shape, uint64_t place) {
  Block block;
  block.elementBytes = shape & 0xff;
  block.x = (int32_t)place;
  block.y = (int32_t)(place >> 32);
  block.rows = shape >> heddleBlockRowsShift;
  block.rowBytes = (int64_t)block.elementBytes * ((shape >> heddleBlockLanesShift) & 0xff);
  block.part = block.elementBytes < 4 ? block.elementBytes : 4;
  block.width = (int64_t)image->width * image->pixelSize;
  return block;
}

static inline int64_t clamp(int64_t value, int64_t highest) {
  if (value > highest)
    value = highest;
  return value < 0 ? 0 : value;
}

static inline void copyPart(char *to, const char *from, int64_t bytes) {
  for (int64_t i = 0; i < bytes; ++i)
    to[i] = from[i];
}

typedef int64_t Bytes8 __attribute__((aligned(1), may_alias));

static inline void copyRow(char *to, const char *from, int64_t bytes) {
  int64_t done = 0;
  for (; done + 8 <= bytes; done += 8)
    *(Bytes8 *)(to + done) = *(const Bytes8 *)(from + done);
  copyPart(to + done, from + done, bytes - done);
}

void heddle_image_read_block(const HeddleImage *image, uint32_t shape, uint64_t place, char *to) {
  const Block block = blockOf(image, shape, place);
  // A row that is shorter than a part is all that there is.
  const int64_t part = block.width < block.part ? 1 : block.part;
  for (int64_t row = 0; row < block.rows; ++row, to += block.rowBytes) {
    const char *from = (const char *)image->data +
                       (uint64_t)clamp(block.y + row, image->height - 1) * image->rowPitch;
    if (block.x >= 0 && block.x + block.rowBytes <= block.width) {
      copyRow(to, from + block.x, block.rowBytes);
      continue;
    }
    for (int64_t i = 0; i < block.rowBytes; i += part)
      copyPart(to + i, from + clamp(block.x + i, block.width - part), part);
  }
}

void heddle_image_write_block(const HeddleImage *image, uint32_t shape, uint64_t place,
                              const char *from, uint32_t active) {
  const Block block = blockOf(image, shape, place);
  for (int64_t row = 0; row < block.rows; ++row, from += block.rowBytes) {
    if (block.y + row < 0 || block.y + row >= image->height)
      continue;
    char *to = (char *)image->data + (uint64_t)(block.y + row) * image->rowPitch;
    for (int64_t i = 0; i < block.rowBytes; i += block.part)
      if ((active >> (i / block.elementBytes) & 1) && block.x + i >= 0 &&
          block.x + i + block.part <= block.width)
        copyPart(to + block.x + i, from + i, block.part);
  }
}
