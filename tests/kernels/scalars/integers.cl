// Straight code in every integer type. Arithmetic that may overflow is done unsigned.
//! reference
//! types char uchar short ushort int uint long ulong
//! kernel arithmetic_$T: out $T[n*4] | in $T[n] | in $T[n]
//! kernel divide_$T: out $T[n*2] | in $T[n] range 0 126 | in $T[n] range 1 100
//! kernel bitwise_$T: out $T[n*5] | in $T[n] | in $T[n]
//! kernel shifts_$T: out $T[n*3] | in $T[n] | in $T[n] range 0 63
//! kernel compare_$T: out int[n*6] | in $T[n] values 1 5 -3 100 0 -128 127 7 | in $T[n] values 1 -5 3 100 -1 127 1
//! kernel logic_$T: out int[n*4] | in $T[n] range 0 1 | in $T[n] range 0 2
//! kernel assign_$T: inout $T[n] | in $T[n] range 1 7
//! kernel increment_$T: inout $T[n] | out $T[n*2]
//! kernel scalar_argument_$T: out $T[n] | in $T[n] | value $T 77
//! types char short int long
//! kernel signed_$T: out $T[n*4] | in $T[n] range -100 100 | in $T[n] range 1 9

#define INTEGER(T, U)                                                                              \
  kernel void arithmetic_##T(global T *out, global const T *a, global const T *b) {                \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = (T)(ulong)((ulong)a[i] + (ulong)b[i]);                                            \
    out[i * 4 + 1] = (T)((U)a[i] - (U)b[i]);                                                       \
    out[i * 4 + 2] = (T)((ulong)a[i] * (ulong)b[i]);                                               \
    out[i * 4 + 3] = (T)(~(U)a[i] + 1u);                                                           \
  }                                                                                                \
  kernel void divide_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    out[i * 2] = a[i] / b[i];                                                                      \
    out[i * 2 + 1] = a[i] % b[i];                                                                  \
  }                                                                                                \
  kernel void bitwise_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 5] = a[i] & b[i];                                                                      \
    out[i * 5 + 1] = a[i] | b[i];                                                                  \
    out[i * 5 + 2] = a[i] ^ b[i];                                                                  \
    out[i * 5 + 3] = ~a[i];                                                                        \
    out[i * 5 + 4] = (a[i] & (T)0x5a) | (T)0x21;                                                   \
  }                                                                                                \
  kernel void shifts_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    uint s = (uint)b[i] & (sizeof(T) * 8 - 1);                                                     \
    out[i * 3] = (T)((U)a[i] << s);                                                                \
    out[i * 3 + 1] = (T)(a[i] >> s);                                                               \
    out[i * 3 + 2] = (T)((U)a[i] >> s);                                                            \
  }                                                                                                \
  kernel void compare_##T(global int *out, global const T *a, global const T *b) {                 \
    size_t i = get_global_id(0);                                                                   \
    out[i * 6] = a[i] < b[i];                                                                      \
    out[i * 6 + 1] = a[i] <= b[i];                                                                 \
    out[i * 6 + 2] = a[i] > b[i];                                                                  \
    out[i * 6 + 3] = a[i] >= b[i];                                                                 \
    out[i * 6 + 4] = a[i] == b[i];                                                                 \
    out[i * 6 + 5] = a[i] != b[i];                                                                 \
  }                                                                                                \
  kernel void logic_##T(global int *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    bool p = a[i], q = b[i] > 1;                                                                   \
    out[i * 4] = p && q;                                                                           \
    out[i * 4 + 1] = p || b[i];                                                                    \
    out[i * 4 + 2] = !a[i] + !q;                                                                   \
    out[i * 4 + 3] = p != q ? 10 : p + q;                                                          \
  }                                                                                                \
  kernel void assign_##T(global T *x, global const T *b) {                                         \
    size_t i = get_global_id(0);                                                                   \
    x[i] ^= b[i];                                                                                  \
    x[i] |= b[i];                                                                                  \
    x[i] >>= 1;                                                                                    \
    x[i] /= b[i];                                                                                  \
    x[i] &= (T)0x3f;                                                                               \
    x[i] <<= 1;                                                                                    \
    x[i] -= b[i];                                                                                  \
    x[i] %= (T)50;                                                                                 \
  }                                                                                                \
  kernel void increment_##T(global T *x, global T *out) {                                          \
    size_t i = get_global_id(0);                                                                   \
    T v = x[i] & (T)0x3f;                                                                          \
    out[i * 2] = v++;                                                                              \
    out[i * 2 + 1] = ++v;                                                                          \
    x[i] = --v;                                                                                    \
  }                                                                                                \
  kernel void scalar_argument_##T(global T *out, global const T *a, T b) {                         \
    size_t i = get_global_id(0);                                                                   \
    out[i] = (a[i] ^ b) & (T)(b + 3);                                                              \
  }

#define SIGNED(T)                                                                                  \
  kernel void signed_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = a[i] / b[i];                                                                      \
    out[i * 4 + 1] = a[i] % b[i];                                                                  \
    out[i * 4 + 2] = -a[i];                                                                        \
    out[i * 4 + 3] = a[i] / (T)8 + a[i] % (T)7 + (a[i] >> 2);                                      \
  }

INTEGER(char, uchar)
INTEGER(uchar, uchar)
INTEGER(short, ushort)
INTEGER(ushort, ushort)
INTEGER(int, uint)
INTEGER(uint, uint)
INTEGER(long, ulong)
INTEGER(ulong, ulong)
SIGNED(char)
SIGNED(short)
SIGNED(int)
SIGNED(long)
