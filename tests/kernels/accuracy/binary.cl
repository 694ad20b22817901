// The mathematical functions of two and three arguments within the bounds of the OpenCL C
// specification; those that have vector forms of their own, in float and double, are in
// vector_math/.
//! reference
//! sizes 1 16
//! launch 2048/64
//! types half float double
//! ulp 0
//! kernel copysign_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel fdim_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel fdim_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel fmod_half: out half[n] | in half[n] special | in half[n] special
//! kernel fmod_half: out half[n] | in half[n] range -99 99 | in half[n] range -99 99
//! kernel nextafter_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel remainder_half: out half[n] | in half[n] special | in half[n] special
//! kernel remainder_half: out half[n] | in half[n] range -99 99 | in half[n] range -99 99
//! ulp 1
//! kernel fmax_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel fmax_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel fmin_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel fmin_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel maxmag_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel maxmag_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel minmag_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel minmag_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! ulp 4
//! kernel hypot_half: out half[n] | in half[n] special | in half[n] special
//! kernel hypot_half: out half[n] | in half[n] range -9 9 | in half[n] range -9 9
//! ulp 6
//! kernel atan2_half: out half[n] | in half[n] special | in half[n] special
//! kernel atan2_half: out half[n] | in half[n] range -9 9 | in half[n] range -9 9
//! kernel atan2pi_$T: out $T[n] | in $T[n] special | in $T[n] special
//! kernel atan2pi_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! ulp 16
//! kernel pow_half: out half[n] | in half[n] special | in half[n] special
//! kernel pow_half: out half[n] | in half[n] range 0 20 | in half[n] range 0 20
//! kernel powr_half: out half[n] | in half[n] special | in half[n] special
//! kernel powr_half: out half[n] | in half[n] range 0 20 | in half[n] range 0 20
//! ulp 0
//! kernel fma_$T: out $T[n] | in $T[n] special | in $T[n] special | in $T[n] special
//! kernel fma_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9 | in $T[n] range -9 9
//! ulp 0
//! kernel ldexp_$T: out $T[n] | in $T[n] special | in int[n] range -40 40
//! ulp 16
//! kernel pown_half: out half[n] | in half[n] special | in int[n] range -9 9
//! ulp 16
//! kernel rootn_$T: out $T[n] | in $T[n] special | in int[n] range -9 9
//! ulp 0
//! kernel ilogb_$T: out int[n] | in $T[n] special

#define KERNEL(F, T, SECOND)                                                                       \
  kernel void F##_##T(global T *out, global const T *a, global const SECOND *b) {                  \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i], b[i]);                                                                        \
  }
#define BINARY(F) KERNEL(F, half, half) KERNEL(F, float, float) KERNEL(F, double, double)
#define WITH_INT(F) KERNEL(F, half, int) KERNEL(F, float, int) KERNEL(F, double, int)
#define FMA(T)                                                                                     \
  kernel void fma_##T(global T *out, global const T *a, global const T *b, global const T *c) {    \
    size_t i = get_global_id(0);                                                                   \
    out[i] = fma(a[i], b[i], c[i]);                                                                \
  }
#define ILOGB(T)                                                                                   \
  kernel void ilogb_##T(global int *out, global const T *a) {                                      \
    size_t i = get_global_id(0);                                                                   \
    out[i] = ilogb(a[i]);                                                                          \
  }

KERNEL(atan2, half, half)
BINARY(atan2pi)
BINARY(copysign)
BINARY(fdim)
BINARY(fmax)
BINARY(fmin)
KERNEL(fmod, half, half)
KERNEL(hypot, half, half)
BINARY(maxmag)
BINARY(minmag)
BINARY(nextafter)
KERNEL(pow, half, half)
KERNEL(powr, half, half)
KERNEL(remainder, half, half)
WITH_INT(ldexp)
KERNEL(pown, half, int)
WITH_INT(rootn)
FMA(half)
FMA(float)
FMA(double)
ILOGB(half)
ILOGB(float)
ILOGB(double)
