// Functions that give a second result through a pointer to private memory.
//! reference
//! sizes 1 16
//! launch 2048/64
//! types half float double
//! kernel frexp_$T: out $T[n] | out int[n] | in $T[n] special
//! kernel modf_$T: out $T[n] | out $T[n] | in $T[n] special
//! kernel modf_$T: out $T[n] | out $T[n] | in $T[n] range -99 99
//! kernel fract_$T: out $T[n] | out $T[n] | in $T[n] special
//! kernel fract_$T: out $T[n] | out $T[n] | in $T[n] range -99 99
//! kernel remquo_$T: out $T[n] | out int[n] | in $T[n] special | in $T[n] special
//! kernel remquo_$T: out $T[n] | out int[n] | in $T[n] range -999 999 | in $T[n] range -9 9
//! kernel lgamma_sign_$T: out int[n] | in $T[n] range -9 9
//! ulp 4
//! kernel sincos_$T: out $T[n] | out $T[n] | in $T[n] special
//! kernel sincos_$T: out $T[n] | out $T[n] | in $T[n] range -99 99

#define KERNELS(T)                                                                                 \
  kernel void frexp_##T(global T *out, global int *exponent, global const T *in) {                 \
    size_t i = get_global_id(0);                                                                   \
    int e;                                                                                         \
    out[i] = frexp(in[i], &e);                                                                     \
    exponent[i] = isfinite(in[i]) ? e : 0;                                                         \
  }                                                                                                \
  kernel void modf_##T(global T *out, global T *whole, global const T *in) {                       \
    size_t i = get_global_id(0);                                                                   \
    T w;                                                                                           \
    out[i] = modf(in[i], &w);                                                                      \
    whole[i] = w;                                                                                  \
  }                                                                                                \
  kernel void fract_##T(global T *out, global T *whole, global const T *in) {                      \
    size_t i = get_global_id(0);                                                                   \
    T w;                                                                                           \
    out[i] = fract(in[i], &w);                                                                     \
    whole[i] = w;                                                                                  \
  }                                                                                                \
  kernel void remquo_##T(global T *out, global int *quotient, global const T *a,                   \
                         global const T *b) {                                                      \
    size_t i = get_global_id(0);                                                                   \
    int q;                                                                                         \
    T rest = remquo(a[i], b[i], &q);                                                               \
    out[i] = rest;                                                                                 \
    quotient[i] = isnan(rest) ? 0 : q % 128;                                                       \
  }                                                                                                \
  kernel void lgamma_sign_##T(global int *sign, global const T *in) {                              \
    size_t i = get_global_id(0);                                                                   \
    int s;                                                                                         \
    T value = lgamma_r(in[i], &s);                                                                 \
    sign[i] = isfinite(value) ? s : 0;                                                               \
  }                                                                                                \
  kernel void sincos_##T(global T *out, global T *cosine, global const T *in) {                    \
    size_t i = get_global_id(0);                                                                   \
    T c;                                                                                           \
    out[i] = sincos(in[i], &c);                                                                    \
    cosine[i] = c;                                                                                 \
  }

KERNELS(half)
KERNELS(float)
KERNELS(double)
