// Blocks that lie across the edge of their matrix, between the matrix and scratch memory that holds
// the rows of the block one behind the other. No byte outside of the matrix is touched.
//
// width, pitch, x, rowBytes: bytes; height, y, rows: rows. x and y may be negative. Scratch memory
// is aligned to 64 bytes and ends at a multiple of them.
#include <stdint.h>

typedef int64_t Bytes32 __attribute__((vector_size(32), aligned(1), may_alias));
typedef int64_t Bytes8 __attribute__((aligned(1), may_alias));

// Not memcpy: a kernel is linked with no C library.
static void copyBytes(char *to, const char *from, int64_t count) {
  int64_t done = 0;
  for (; done + 8 <= count; done += 8)
    *(Bytes8 *)(to + done) = *(const Bytes8 *)(from + done);
  for (; done < count; ++done)
    to[done] = from[done];
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t larger(int64_t a, int64_t b) { return a < b ? b : a; }

// The part of [first, first + count) that lies in [0, size): from begin up to end, counted from
// first.
static void overlap(int64_t first, int64_t count, int64_t size, int64_t *begin, int64_t *end) {
  *begin = first < 0 ? smaller(-first, count) : 0;
  *end = first >= size ? *begin : larger(smaller(count, size - first), *begin);
}

static inline void readBlock(char *scratch, const char *base, int64_t width, int64_t height,
                             int64_t pitch, int64_t x, int64_t y, int64_t rowBytes, int64_t rows) {
  int64_t left, right, top, bottom;
  overlap(x, rowBytes, width, &left, &right);
  overlap(y, rows, height, &top, &bottom);
  const Bytes32 zeros = {0};
  for (int64_t i = 0; i < rows * rowBytes; i += 32)
    *(Bytes32 *)(scratch + i) = zeros;
  for (int64_t row = top; row < bottom; ++row)
    copyBytes(scratch + row * rowBytes + left, base + (y + row) * pitch + x + left, right - left);
}

static inline void writeBlock(const char *scratch, char *base, int64_t width, int64_t height,
                              int64_t pitch, int64_t x, int64_t y, int64_t rowBytes, int64_t rows) {
  int64_t left, right, top, bottom;
  overlap(x, rowBytes, width, &left, &right);
  overlap(y, rows, height, &top, &bottom);
  for (int64_t row = top; row < bottom; ++row)
    copyBytes(base + (y + row) * pitch + x + left, scratch + row * rowBytes + left, right - left);
}

// Linked to kernels as machine code; and inlined where a call would cost the contents of all tile
// registers.
#define COPIES(suffix)                                                                             \
  void heddle_read_block##suffix(char *scratch, const char *base, int64_t width, int64_t height,   \
                                 int64_t pitch, int64_t x, int64_t y, int64_t rowBytes,            \
                                 int64_t rows) {                                                   \
    readBlock(scratch, base, width, height, pitch, x, y, rowBytes, rows);                          \
  }                                                                                                \
  void heddle_write_block##suffix(const char *scratch, char *base, int64_t width, int64_t height,  \
                                  int64_t pitch, int64_t x, int64_t y, int64_t rowBytes,           \
                                  int64_t rows) {                                                  \
    writeBlock(scratch, base, width, height, pitch, x, y, rowBytes, rows);                         \
  }
COPIES()
COPIES(_inline)
