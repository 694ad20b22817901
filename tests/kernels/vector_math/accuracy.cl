// Mathematical functions within the bounds of the full profile wherever a number may lie: arguments of
// all magnitudes (the bits are random), the limits, and the range where a function bends most.
//! reference
//! launch 512/64
//! sizes 1 8 16
//! ulp 0
//! kernel fmod_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel fmod_float: out float[n] | in float[n] range -99 99 | in float[n] range -99 99
//! kernel fmod_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel fmod_double: out double[n] | in double[n] range -99 99 | in double[n] range -99 99
//! kernel remainder_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel remainder_float: out float[n] | in float[n] range -99 99 | in float[n] range -99 99
//! kernel remainder_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel remainder_double: out double[n] | in double[n] range -99 99 | in double[n] range -99 99
//! ulp 2
//! kernel cbrt_float: out float[n] | in uint[n] random
//! kernel cbrt_float: out float[n] | in float[n] special
//! kernel cbrt_float: out float[n] | in float[n] range -9 9
//! kernel cbrt_double: out double[n] | in ulong[n] random
//! kernel cbrt_double: out double[n] | in double[n] special
//! kernel cbrt_double: out double[n] | in double[n] range -9 9
//! kernel log1p_float: out float[n] | in uint[n] random
//! kernel log1p_float: out float[n] | in float[n] special
//! kernel log1p_float: out float[n] | in float[n] range -0.9 2
//! kernel log1p_double: out double[n] | in ulong[n] random
//! kernel log1p_double: out double[n] | in double[n] special
//! kernel log1p_double: out double[n] | in double[n] range -0.9 2
//! ulp 3
//! kernel exp_float: out float[n] | in uint[n] random
//! kernel exp_float: out float[n] | in float[n] special
//! kernel exp_float: out float[n] | in float[n] range -104 89
//! kernel exp_double: out double[n] | in ulong[n] random
//! kernel exp_double: out double[n] | in double[n] special
//! kernel exp_double: out double[n] | in double[n] range -104 89
//! kernel exp10_float: out float[n] | in uint[n] random
//! kernel exp10_float: out float[n] | in float[n] special
//! kernel exp10_float: out float[n] | in float[n] range -46 39
//! kernel exp10_double: out double[n] | in ulong[n] random
//! kernel exp10_double: out double[n] | in double[n] special
//! kernel exp10_double: out double[n] | in double[n] range -46 39
//! kernel exp2_float: out float[n] | in uint[n] random
//! kernel exp2_float: out float[n] | in float[n] special
//! kernel exp2_float: out float[n] | in float[n] range -150 129
//! kernel exp2_double: out double[n] | in ulong[n] random
//! kernel exp2_double: out double[n] | in double[n] special
//! kernel exp2_double: out double[n] | in double[n] range -150 129
//! kernel expm1_float: out float[n] | in uint[n] random
//! kernel expm1_float: out float[n] | in float[n] special
//! kernel expm1_float: out float[n] | in float[n] range -3 3
//! kernel expm1_double: out double[n] | in ulong[n] random
//! kernel expm1_double: out double[n] | in double[n] special
//! kernel expm1_double: out double[n] | in double[n] range -3 3
//! kernel log_float: out float[n] | in uint[n] random
//! kernel log_float: out float[n] | in float[n] special
//! kernel log_float: out float[n] | in float[n] range 0.5 2
//! kernel log_double: out double[n] | in ulong[n] random
//! kernel log_double: out double[n] | in double[n] special
//! kernel log_double: out double[n] | in double[n] range 0.5 2
//! kernel log10_float: out float[n] | in uint[n] random
//! kernel log10_float: out float[n] | in float[n] special
//! kernel log10_float: out float[n] | in float[n] range 0.5 2
//! kernel log10_double: out double[n] | in ulong[n] random
//! kernel log10_double: out double[n] | in double[n] special
//! kernel log10_double: out double[n] | in double[n] range 0.5 2
//! kernel log2_float: out float[n] | in uint[n] random
//! kernel log2_float: out float[n] | in float[n] special
//! kernel log2_float: out float[n] | in float[n] range 0.5 2
//! kernel log2_double: out double[n] | in ulong[n] random
//! kernel log2_double: out double[n] | in double[n] special
//! kernel log2_double: out double[n] | in double[n] range 0.5 2
//! ulp 4
//! kernel acos_float: out float[n] | in uint[n] random
//! kernel acos_float: out float[n] | in float[n] special
//! kernel acos_float: out float[n] | in float[n] range -1 1
//! kernel acos_double: out double[n] | in ulong[n] random
//! kernel acos_double: out double[n] | in double[n] special
//! kernel acos_double: out double[n] | in double[n] range -1 1
//! kernel acosh_float: out float[n] | in uint[n] random
//! kernel acosh_float: out float[n] | in float[n] special
//! kernel acosh_float: out float[n] | in float[n] range 1 50
//! kernel acosh_float: out float[n] | in float[n] iota 18446744073709551616 2199023255552
//! kernel acosh_double: out double[n] | in ulong[n] random
//! kernel acosh_double: out double[n] | in double[n] special
//! kernel acosh_double: out double[n] | in double[n] range 1 50
//! kernel asin_float: out float[n] | in uint[n] random
//! kernel asin_float: out float[n] | in float[n] special
//! kernel asin_float: out float[n] | in float[n] range -1 1
//! kernel asin_double: out double[n] | in ulong[n] random
//! kernel asin_double: out double[n] | in double[n] special
//! kernel asin_double: out double[n] | in double[n] range -1 1
//! kernel asinh_float: out float[n] | in uint[n] random
//! kernel asinh_float: out float[n] | in float[n] special
//! kernel asinh_float: out float[n] | in float[n] range -3 3
//! kernel asinh_double: out double[n] | in ulong[n] random
//! kernel asinh_double: out double[n] | in double[n] special
//! kernel asinh_double: out double[n] | in double[n] range -3 3
//! kernel cos_float: out float[n] | in uint[n] random
//! kernel cos_float: out float[n] | in float[n] special
//! kernel cos_float: out float[n] | in float[n] range -50 50
//! kernel cos_double: out double[n] | in ulong[n] random
//! kernel cos_double: out double[n] | in double[n] special
//! kernel cos_double: out double[n] | in double[n] range -50 50
//! kernel cosh_float: out float[n] | in uint[n] random
//! kernel cosh_float: out float[n] | in float[n] special
//! kernel cosh_float: out float[n] | in float[n] range -90 90
//! kernel cosh_double: out double[n] | in ulong[n] random
//! kernel cosh_double: out double[n] | in double[n] special
//! kernel cosh_double: out double[n] | in double[n] range -90 90
//! kernel cosh_double: out double[n] | in double[n] range -711 711
//! kernel hypot_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel hypot_float: out float[n] | in float[n] range -9 9 | in float[n] range -9 9
//! kernel hypot_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel hypot_double: out double[n] | in double[n] range -9 9 | in double[n] range -9 9
//! kernel sin_float: out float[n] | in uint[n] random
//! kernel sin_float: out float[n] | in float[n] special
//! kernel sin_float: out float[n] | in float[n] range -50 50
//! kernel sin_double: out double[n] | in ulong[n] random
//! kernel sin_double: out double[n] | in double[n] special
//! kernel sin_double: out double[n] | in double[n] range -50 50
//! kernel sinh_float: out float[n] | in uint[n] random
//! kernel sinh_float: out float[n] | in float[n] special
//! kernel sinh_float: out float[n] | in float[n] range -90 90
//! kernel sinh_double: out double[n] | in ulong[n] random
//! kernel sinh_double: out double[n] | in double[n] special
//! kernel sinh_double: out double[n] | in double[n] range -90 90
//! kernel sinh_double: out double[n] | in double[n] range -711 711
//! kernel sinpi_float: out float[n] | in uint[n] random
//! kernel sinpi_float: out float[n] | in float[n] special
//! kernel sinpi_float: out float[n] | in float[n] range -50 50
//! kernel sinpi_float: out float[n] | in float[n] iota -128 0.5
//! kernel cospi_float: out float[n] | in uint[n] random
//! kernel cospi_float: out float[n] | in float[n] special
//! kernel cospi_float: out float[n] | in float[n] range -50 50
//! kernel cospi_float: out float[n] | in float[n] iota -128 0.5
//! ulp 5
//! kernel atan_float: out float[n] | in uint[n] random
//! kernel atan_float: out float[n] | in float[n] special
//! kernel atan_float: out float[n] | in float[n] range -3 3
//! kernel atan_double: out double[n] | in ulong[n] random
//! kernel atan_double: out double[n] | in double[n] special
//! kernel atan_double: out double[n] | in double[n] range -3 3
//! kernel atanh_float: out float[n] | in uint[n] random
//! kernel atanh_float: out float[n] | in float[n] special
//! kernel atanh_float: out float[n] | in float[n] range -1 1
//! kernel atanh_double: out double[n] | in ulong[n] random
//! kernel atanh_double: out double[n] | in double[n] special
//! kernel atanh_double: out double[n] | in double[n] range -1 1
//! kernel tan_float: out float[n] | in uint[n] random
//! kernel tan_float: out float[n] | in float[n] special
//! kernel tan_float: out float[n] | in float[n] range -50 50
//! kernel tan_double: out double[n] | in ulong[n] random
//! kernel tan_double: out double[n] | in double[n] special
//! kernel tan_double: out double[n] | in double[n] range -50 50
//! kernel tanh_float: out float[n] | in uint[n] random
//! kernel tanh_float: out float[n] | in float[n] special
//! kernel tanh_float: out float[n] | in float[n] range -3 3
//! kernel tanh_double: out double[n] | in ulong[n] random
//! kernel tanh_double: out double[n] | in double[n] special
//! kernel tanh_double: out double[n] | in double[n] range -3 3
//! ulp 6
//! kernel atan2_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel atan2_float: out float[n] | in float[n] range -9 9 | in float[n] range -9 9
//! kernel atan2_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel atan2_double: out double[n] | in double[n] range -9 9 | in double[n] range -9 9
//! ulp 16
//! kernel erf_float: out float[n] | in uint[n] random
//! kernel erf_float: out float[n] | in float[n] special
//! kernel erf_float: out float[n] | in float[n] range -4 4
//! kernel erf_double: out double[n] | in ulong[n] random
//! kernel erf_double: out double[n] | in double[n] special
//! kernel erf_double: out double[n] | in double[n] range -4 4
//! kernel erfc_float: out float[n] | in uint[n] random
//! kernel erfc_float: out float[n] | in float[n] special
//! kernel erfc_float: out float[n] | in float[n] range -4 10
//! kernel erfc_double: out double[n] | in ulong[n] random
//! kernel erfc_double: out double[n] | in double[n] special
//! kernel erfc_double: out double[n] | in double[n] range -4 10
//! kernel pow_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel pow_float: out float[n] | in float[n] range 0 9 | in float[n] range 0 9
//! kernel pow_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel pow_double: out double[n] | in double[n] range 0 9 | in double[n] range 0 9
//! kernel powr_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel powr_float: out float[n] | in float[n] range 0 9 | in float[n] range 0 9
//! kernel powr_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel powr_double: out double[n] | in double[n] range 0 9 | in double[n] range 0 9
//! kernel tgamma_float: out float[n] | in uint[n] random
//! kernel tgamma_float: out float[n] | in float[n] special
//! kernel tgamma_float: out float[n] | in float[n] range -40 40
//! kernel tgamma_double: out double[n] | in ulong[n] random
//! kernel tgamma_double: out double[n] | in double[n] special
//! kernel tgamma_double: out double[n] | in double[n] range -40 40
//! kernel pown_float: out float[n] | in float[n] range -3 3 | in int[n] range -90 90
//! kernel pown_float: out float[n] | in float[n] range 0.9999999 1.0000001 | in int[n] random
//! kernel pown_float: out float[n] | in uint[n] random | in int[n] random
//! kernel pown_double: out double[n] | in double[n] range -3 3 | in int[n] range -90 90
//! kernel pown_double: out double[n] | in double[n] range 0.9999999 1.0000001 | in int[n] random
//! kernel pown_double: out double[n] | in ulong[n] random | in int[n] random

#define UNARY(F, T)                                                                                \
  kernel void F##_##T(global T *out, global const T *a) {                                          \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }
#define BINARY(F, T, U)                                                                            \
  kernel void F##_##T(global T *out, global const T *a, global const U *b) {                       \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i], b[i]);                                                                        \
  }

UNARY(acos, float)
UNARY(acos, double)
UNARY(acosh, float)
UNARY(acosh, double)
UNARY(asin, float)
UNARY(asin, double)
UNARY(asinh, float)
UNARY(asinh, double)
UNARY(atan, float)
UNARY(atan, double)
UNARY(atanh, float)
UNARY(atanh, double)
UNARY(cbrt, float)
UNARY(cbrt, double)
UNARY(cos, float)
UNARY(cos, double)
UNARY(cosh, float)
UNARY(cosh, double)
UNARY(erf, float)
UNARY(erf, double)
UNARY(erfc, float)
UNARY(erfc, double)
UNARY(exp, float)
UNARY(exp, double)
UNARY(exp10, float)
UNARY(exp10, double)
UNARY(exp2, float)
UNARY(exp2, double)
UNARY(expm1, float)
UNARY(expm1, double)
UNARY(log, float)
UNARY(log, double)
UNARY(log10, float)
UNARY(log10, double)
UNARY(log1p, float)
UNARY(log1p, double)
UNARY(log2, float)
UNARY(log2, double)
UNARY(sin, float)
UNARY(sin, double)
UNARY(sinh, float)
UNARY(sinh, double)
UNARY(tan, float)
UNARY(tan, double)
UNARY(tanh, float)
UNARY(tanh, double)
UNARY(tgamma, float)
UNARY(tgamma, double)
UNARY(cospi, float)
UNARY(sinpi, float)
BINARY(atan2, float, float)
BINARY(atan2, double, double)
BINARY(fmod, float, float)
BINARY(fmod, double, double)
BINARY(hypot, float, float)
BINARY(hypot, double, double)
BINARY(pow, float, float)
BINARY(pow, double, double)
BINARY(powr, float, float)
BINARY(powr, double, double)
BINARY(remainder, float, float)
BINARY(remainder, double, double)
BINARY(pown, float, int)
BINARY(pown, double, int)
