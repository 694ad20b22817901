// A result has the same bits at every sub-group size, in whole and in partial sub-groups, in branches,
// and whatever the other lanes' arguments are: size 1 is what the others are compared with.
//! ulp 0
//! launch 512/64 77/11
//! kernel asinh_float: out float[n] | in uint[n] random
//! kernel asinh_float: out float[n] | in float[n] range -90 90
//! kernel asinh_double: out double[n] | in ulong[n] random
//! kernel asinh_double: out double[n] | in double[n] range -90 90
//! kernel cosh_float: out float[n] | in uint[n] random
//! kernel cosh_float: out float[n] | in float[n] range -90 90
//! kernel cosh_double: out double[n] | in ulong[n] random
//! kernel cosh_double: out double[n] | in double[n] range -90 90
//! kernel erf_float: out float[n] | in uint[n] random
//! kernel erf_float: out float[n] | in float[n] range -90 90
//! kernel erf_double: out double[n] | in ulong[n] random
//! kernel erf_double: out double[n] | in double[n] range -90 90
//! kernel exp_float: out float[n] | in uint[n] random
//! kernel exp_float: out float[n] | in float[n] range -90 90
//! kernel exp_double: out double[n] | in ulong[n] random
//! kernel exp_double: out double[n] | in double[n] range -90 90
//! kernel fmod_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel fmod_float: out float[n] | in float[n] range -90 90 | in float[n] range -90 90
//! kernel fmod_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel fmod_double: out double[n] | in double[n] range -90 90 | in double[n] range -90 90
//! kernel log_float: out float[n] | in uint[n] random
//! kernel log_float: out float[n] | in float[n] range -90 90
//! kernel log_double: out double[n] | in ulong[n] random
//! kernel log_double: out double[n] | in double[n] range -90 90
//! kernel pow_float: out float[n] | in uint[n] random | in uint[n] random
//! kernel pow_float: out float[n] | in float[n] range -90 90 | in float[n] range -90 90
//! kernel pow_double: out double[n] | in ulong[n] random | in ulong[n] random
//! kernel pow_double: out double[n] | in double[n] range -90 90 | in double[n] range -90 90
//! kernel sin_float: out float[n] | in uint[n] random
//! kernel sin_float: out float[n] | in float[n] range -90 90
//! kernel sin_double: out double[n] | in ulong[n] random
//! kernel sin_double: out double[n] | in double[n] range -90 90
//! kernel tan_float: out float[n] | in uint[n] random
//! kernel tan_float: out float[n] | in float[n] range -90 90
//! kernel tan_double: out double[n] | in ulong[n] random
//! kernel tan_double: out double[n] | in double[n] range -90 90
//! kernel tgamma_float: out float[n] | in uint[n] random
//! kernel tgamma_float: out float[n] | in float[n] range -90 90
//! kernel tgamma_double: out double[n] | in ulong[n] random
//! kernel tgamma_double: out double[n] | in double[n] range -90 90
//! kernel vectors: out float4[n] | in float4[n] range -90 90
//! kernel in_branch: out float[n] | in float[n] range -90 90

#define UNARY(F, T)                                                                                \
  kernel void F##_##T(global T *out, global const T *a) {                                          \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }
#define BINARY(F, T)                                                                               \
  kernel void F##_##T(global T *out, global const T *a, global const T *b) {                       \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i], b[i]);                                                                        \
  }

UNARY(asinh, float)
UNARY(asinh, double)
UNARY(cosh, float)
UNARY(cosh, double)
UNARY(erf, float)
UNARY(erf, double)
UNARY(exp, float)
UNARY(exp, double)
BINARY(fmod, float)
BINARY(fmod, double)
UNARY(log, float)
UNARY(log, double)
BINARY(pow, float)
BINARY(pow, double)
UNARY(sin, float)
UNARY(sin, double)
UNARY(tan, float)
UNARY(tan, double)
UNARY(tgamma, float)
UNARY(tgamma, double)

kernel void vectors(global float4 *out, global const float4 *a) {
  size_t i = get_global_id(0);
  out[i] = sin(a[i]) + sinh(a[i].wzyx);
}

kernel void in_branch(global float *out, global const float *a) {
  size_t i = get_global_id(0);
  float x = a[i], y = 0.0f;
  if (x > 20.0f)
    y = cosh(x);
  else if (x > 0.0f)
    y = pow(x, x);
  out[i] = y + log(fabs(x));
}
