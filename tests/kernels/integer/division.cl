// Integer division. A divisor of zero and the smallest number by -1 must not stop the program, and
// what other components and work-items compute does not change. The smallest number by -1 is itself
// here.
//! reference
//! types char uchar short ushort int uint long ulong
//! kernel divide_$T: out $T[n*2] | in $T[n] special | in $T[n] special
//! kernel divide4_$T: out $T[n*8] | in $T[n*4] special | in $T[n*4] special
//! kernel divide_uniform_$T: out $T[n*2] | in $T[n] special | value $T 0
//! kernel divide_uniform_$T: out $T[n*2] | in $T[n] special | value $T 7
//! kernel divide_constants_$T: out $T[n*8] | in $T[n] special
// Words in 64 bits, which only the numbers themselves show.
//! reference off
//! kernel divide_words: out long[n*2] | in int[n] special | in int[n] special | value long 0
//! kernel divide_unsigned_words: out ulong[n*2] | in uint[n] special | in uint[n] special | value ulong 0

#define DIVISION(T)                                                                                \
  kernel void divide_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    T quotient = a[i] / b[i], remainder = a[i] % b[i];                                             \
    out[i * 2] = b[i] ? quotient : 0;                                                              \
    out[i * 2 + 1] = b[i] ? remainder : 0;                                                         \
  }                                                                                                \
  kernel void divide4_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    T##4 divisor = vload4(i, b);                                                                   \
    vstore4(divisor != (T##4)0 ? vload4(i, a) / divisor : (T##4)0, i * 2, out);                    \
    vstore4(divisor != (T##4)0 ? vload4(i, a) % divisor : (T##4)0, i * 2 + 1, out);                \
  }                                                                                                \
  kernel void divide_uniform_##T(global T *out, global const T *a, T b) {                          \
    size_t i = get_global_id(0);                                                                   \
    T quotient = a[i] / b, remainder = a[i] % b;                                                   \
    out[i * 2] = b ? quotient : 0;                                                                 \
    out[i * 2 + 1] = b ? remainder : 0;                                                            \
  }                                                                                                \
  kernel void divide_constants_##T(global T *out, global const T *a) {                             \
    size_t i = get_global_id(0);                                                                   \
    T x = a[i];                                                                                    \
    out[i * 8] = x / (T)3, out[i * 8 + 1] = x % (T)3;                                              \
    out[i * 8 + 2] = x / (T)7, out[i * 8 + 3] = x % (T)7;                                          \
    out[i * 8 + 4] = x / (T)100, out[i * 8 + 5] = x % (T)100;                                      \
    out[i * 8 + 6] = x / (T)-11, out[i * 8 + 7] = x % (T)-11;                                      \
  }
DIVISION(char)
DIVISION(uchar)
DIVISION(short)
DIVISION(ushort)
DIVISION(int)
DIVISION(uint)
DIVISION(long)
DIVISION(ulong)

#define DIVISION_OF_WORDS(NAME, WORD, LONG)                                                        \
  kernel void NAME(global LONG *out, global const WORD *a, global const WORD *b, LONG zero) {      \
    size_t i = get_global_id(0);                                                                   \
    LONG dividend = a[i] ^ zero, divisor = b[i] ^ zero;                                            \
    out[i * 2] = divisor ? dividend / divisor : 0;                                                 \
    out[i * 2 + 1] = divisor ? dividend % divisor : 0;                                             \
  }
DIVISION_OF_WORDS(divide_words, int, long)
DIVISION_OF_WORDS(divide_unsigned_words, uint, ulong)
