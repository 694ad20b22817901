// Wide vectors: 32 lanes of them take long to compile, and show nothing new.
//! sizes 1 8
//! reference
//! launch 64/16 33/33 7/1
//! types short8 uint8 uint16
//! kernel integer_$T: out $T[n*6] | in $T[n] | in $T[n]
//! kernel compare_$T: out $T[n*3] | in $T[n] range 0 3 | in $T[n] range 0 3
//! types float16
//! kernel floating_$T: out $T[n*4] | in $T[n] | in $T[n]

#define INTEGER(T)                                                                                 \
  kernel void integer_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 6] = a[i] + b[i];                                                                      \
    out[i * 6 + 1] = a[i] - b[i];                                                                  \
    out[i * 6 + 2] = a[i] * b[i];                                                                  \
    out[i * 6 + 3] = (a[i] & b[i]) | (T)3;                                                         \
    out[i * 6 + 4] = ~a[i] ^ b[i];                                                                 \
    out[i * 6 + 5] = (a[i] << (T)3) ^ (b[i] >> (T)2);                                              \
  }                                                                                                \
  kernel void compare_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = as_##T(a[i] < b[i]);                                                              \
    out[i * 3 + 1] = as_##T(a[i] == b[i]);                                                         \
    out[i * 3 + 2] = a[i] != b[i] ? a[i] : b[i] + (T)7;                                            \
  }
INTEGER(uint16)
INTEGER(short8)
INTEGER(uint8)

#define FLOATING(T)                                                                                \
  kernel void floating_##T(global T *out, global const T *a, global const T *b) {                  \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = a[i] + b[i];                                                                      \
    out[i * 4 + 1] = a[i] * b[i] - b[i];                                                           \
    out[i * 4 + 2] = -a[i];                                                                        \
    out[i * 4 + 3] = a[i] > b[i] ? a[i] : b[i];                                                    \
  }
FLOATING(float16)
