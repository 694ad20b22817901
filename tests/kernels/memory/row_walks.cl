// Loops in which each work-item walks along a row of its own: fewer rounds than a line of the cache
// has elements, as many, and some more; one element a round and several; rows that not all
// work-items have; inner loops; rows that begin anywhere and end where the buffer does; two rows in
// one; small elements, of as many rounds as fill lines and of any number.
//! launch 64/16 33/33 40/8
//! types int float double uchar short
//! kernel one_$T: out $T[n] | in $T[n*40] | in $T[64] | value int 40
//! kernel one_$T: out $T[n] | in $T[n*16] | in $T[64] | value int 16
//! kernel one_$T: out $T[n] | in $T[n*17] | in $T[64] | value int 17
//! kernel one_$T: out $T[n] | in $T[n*7] | in $T[64] | value int 7
//! kernel one_$T: out $T[n] | in $T[64] | in $T[64] | value int 0
//! kernel some_$T: out $T[n] | in $T[n*37] | value int 37
//! kernel two_$T: out $T[n] | in $T[n*35] | in $T[n*35] | value int 35
//! kernel pairs_$T: out $T[n] | in $T[n*54] | value int 27
//! kernel inner_$T: out $T[n] | in $T[n*88] | value int 11
//! kernel moved_$T: out $T[n] | in $T[n*72] | value int 72
//! kernel listed_$T: out $T[n] | in $T[n*35] | in int[n] permutation | value int 35
//! kernel gaps_$T: out $T[n] | in $T[n*60] | value int 20
//! kernel apart_$T: out $T[n] | in $T[n*50]

#define WALKS(T)                                                                                   \
  kernel void one_##T(global T *out, global const T *a, global const T *x, int count) {            \
    int i = get_global_id(0);                                                                      \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k)                                                                \
      sum += a[i * count + k] * x[k];                                                              \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void some_##T(global T *out, global const T *a, int count) {                              \
    int i = get_global_id(0);                                                                      \
    T sum = 1;                                                                                     \
    if (i % 3 != 1)                                                                                \
      for (int k = 3; k < count; ++k)                                                              \
        sum += a[i * count + k];                                                                   \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void two_##T(global T *out, global const T *a, global const T *b, int count) {            \
    int i = get_global_id(0);                                                                      \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k)                                                                \
      sum += a[i * count + k] * b[(get_global_size(0) - 1 - i) * count + k];                       \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void pairs_##T(global T *out, global const T *a, int count) {                             \
    int i = get_global_id(0);                                                                      \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k)                                                                \
      sum += a[(i * count + k) * 2 + 1] - 2 * a[(i * count + k) * 2];                              \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void inner_##T(global T *out, global const T *a, int count) {                             \
    global const T *row = a + get_global_id(0) * count * 8;                                        \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k) {                                                              \
      _Pragma("unroll 1") for (int j = 0; j < 2; ++j) {                                            \
        sum += row[0] - 2 * row[1] + 3 * row[2] - 4 * row[3];                                      \
        row += 4;                                                                                  \
      }                                                                                            \
    }                                                                                              \
    out[get_global_id(0)] = sum;                                                                   \
  }                                                                                                \
  kernel void moved_##T(global T *out, global const T *a, int count) {                             \
    global const T *row = a + get_global_id(0) * count;                                            \
    T sum = 0;                                                                                     \
    for (global const T *end = row + count - 5; row < end; ++row)                                  \
      sum = sum * 2 - *row;                                                                        \
    out[get_global_id(0)] = sum;                                                                   \
  }                                                                                                \
  kernel void listed_##T(global T *out, global const T *a, global const int *list, int count) {    \
    int i = get_global_id(0);                                                                      \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k)                                                                \
      sum += a[list[i] * count + k] * (k + 1);                                                     \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void gaps_##T(global T *out, global const T *a, int count) {                              \
    int i = get_global_id(0);                                                                      \
    T sum = 0;                                                                                     \
    for (int k = 0; k < count; ++k)                                                                \
      sum += a[(i * count + k) * 3] + a[(i * count + k) * 3 + 2];                                  \
    out[i] = sum;                                                                                  \
  }                                                                                                \
  kernel void apart_##T(global T *out, global const T *a) {                                        \
    global const T *row = a + get_global_id(0) * 50 + 2;                                           \
    T sum = 0;                                                                                     \
    _Pragma("unroll 1") for (int k = 0; k < 16; ++k)                                               \
      sum += row[k] * 3 - row[k + 32];                                                             \
    out[get_global_id(0)] = sum;                                                                   \
  }

WALKS(int)
WALKS(float)
WALKS(double)
WALKS(uchar)
WALKS(short)
