// Pixels and structures whose elements a source accesses one by one: side by side, with gaps, in
// whichever order, under conditions, in several places of the code.
//! reference
//! types char short int float double
//! kernel swapped_$T: out $T[n*3] | in $T[n*3]
//! kernel bounded_$T: inout $T[n*3] | in $T[n*3] | value int 29
//! kernel first_and_last_$T: out $T[n] | in $T[n*4]
//! kernel of_five_$T: out $T[n*2] | in $T[n*5]
//! kernel beside_$T: out $T[n*3] | in $T[n*3+6]
//! kernel in_place_$T: inout $T[n*3]
//! kernel parted_$T: out $T[n*4] | in $T[n*4] | in int[n] range 0 3
//! kernel partly_$T: inout $T[n*4] | in $T[n*2]
//! kernel twice_$T: out $T[n*2] | in $T[n*2]
//! kernel of_eight_$T: out $T[n] | in $T[n*8] | in int[n] range 0 1
//! launch 64/16 33/33 17/17 100/10 128/64 7/1 30/30

#define PIXELS(T)                                                                                  \
  kernel void swapped_##T(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    T a = in[3 * i], b = in[3 * i + 1], c = in[3 * i + 2];                                         \
    out[3 * i] = c;                                                                                \
    out[3 * i + 2] = a;                                                                            \
    out[3 * i + 1] = b;                                                                            \
  }                                                                                                \
  kernel void bounded_##T(global T *out, global const T *in, int n) {                              \
    int i = (int)get_global_id(0);                                                                 \
    if (i >= n)                                                                                    \
      return;                                                                                      \
    T sum = in[3 * i];                                                                             \
    if (in[3 * i + 2] > in[3 * i + 1])                                                             \
      sum = in[3 * i + 1];                                                                         \
    out[3 * i] = sum;                                                                              \
    out[3 * i + 1] = in[3 * i + 1];                                                                \
    out[3 * i + 2] = sum;                                                                          \
  }                                                                                                \
  kernel void first_and_last_##T(global T *out, global const T *in) {                              \
    size_t i = get_global_id(0);                                                                   \
    if (i % 5 != 3)                                                                                \
      out[i] = in[4 * i + 2] > in[4 * i] ? in[4 * i + 2] : in[4 * i];                              \
  }                                                                                                \
  kernel void of_five_##T(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    T a = in[5 * i + 4], b = in[5 * i + 1], c = in[5 * i];                                         \
    out[2 * i + 1] = a > b ? c : b;                                                                \
    out[2 * i] = a;                                                                                \
  }                                                                                                \
  kernel void beside_##T(global T *out, global const T *in) {                                      \
    size_t i = get_global_id(0);                                                                   \
    for (int channel = 0; channel < 3; ++channel) {                                                \
      T left = in[3 * i + channel], middle = in[3 * i + channel + 3];                              \
      T right = in[3 * i + channel + 6];                                                           \
      out[3 * i + channel] = left > middle ? left : middle > right ? middle : right;               \
    }                                                                                              \
  }                                                                                                \
  kernel void in_place_##T(global T *pixels) {                                                     \
    size_t i = get_global_id(0);                                                                   \
    pixels[3 * i] = pixels[3 * i + 1];                                                             \
    pixels[3 * i + 1] = pixels[3 * i + 2];                                                         \
    pixels[3 * i + 2] = pixels[3 * i];                                                             \
  }                                                                                                \
  kernel void parted_##T(global T *out, global const T *in, global const int *ways) {              \
    size_t i = get_global_id(0);                                                                   \
    T a = in[4 * i + 1];                                                                           \
    if (ways[i] > 1)                                                                               \
      a = in[4 * i + 3];                                                                           \
    T b = in[4 * i + 2];                                                                           \
    for (int round = 0; round < ways[i]; ++round)                                                  \
      b = b > a ? a : in[4 * i];                                                                   \
    T c = in[4 * i + 3], d = in[4 * i];                                                            \
    out[4 * i + 3] = a;                                                                            \
    out[4 * i + 2] = b;                                                                            \
    out[4 * i + 1] = c;                                                                            \
    out[4 * i] = d;                                                                                \
  }                                                                                                \
  kernel void partly_##T(global T *out, global const T *in) {                                      \
    size_t i = get_global_id(0);                                                                   \
    T a = in[2 * i], b = in[2 * i + 1];                                                            \
    out[4 * i] = b;                                                                                \
    if (i % 3 != 1) {                                                                              \
      out[4 * i + 1] = a;                                                                          \
      out[4 * i + 2] = b;                                                                          \
    }                                                                                              \
  }                                                                                                \
  kernel void twice_##T(global T *out, global const T *in) {                                       \
    size_t i = get_global_id(0);                                                                   \
    T a = in[2 * i], b = in[2 * i + 1];                                                            \
    out[2 * i] = a;                                                                                \
    out[2 * i + 1] = a;                                                                            \
    out[2 * i] = b;                                                                                \
  }                                                                                                \
  kernel void of_eight_##T(global T *out, global const T *in, global const int *wanted) {          \
    size_t i = get_global_id(0);                                                                   \
    if (wanted[i]) {                                                                               \
      T a = in[8 * i], b = in[8 * i + 2], c = in[8 * i + 3], d = in[8 * i + 6];                    \
      out[i] = a > b ? c : d;                                                                      \
    } else {                                                                                       \
      out[i] = in[8 * i + 7];                                                                      \
    }                                                                                              \
  }

PIXELS(char)
PIXELS(short)
PIXELS(int)
PIXELS(float)
PIXELS(double)
