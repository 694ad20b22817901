// Mathematical functions within the bounds of the OpenCL C specification (and of the host's).
//! reference
//! launch 257/32 33/33
//! types float double
//! ulp 1
//! kernel sqrt_$T: out $T[n] | in $T[n] range 0 1000
//! kernel fma_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel fabs_$T: out $T[n] | in $T[n] special
//! kernel floor_$T: out $T[n] | in $T[n] special
//! kernel ceil_$T: out $T[n] | in $T[n] special
//! kernel trunc_$T: out $T[n] | in $T[n] special
//! kernel rint_$T: out $T[n] | in $T[n] special
//! kernel round_$T: out $T[n] | in $T[n] special
//! kernel fmin_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel fmax_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel fmod_$T: out $T[n] | in $T[n] range -99 99 | in $T[n] range 1 9
//! kernel copysign_$T: out $T[n] | in $T[n] special | in $T[n] special
//! ulp 3
//! kernel exp_$T: out $T[n] | in $T[n] range -20 20
//! kernel exp2_$T: out $T[n] | in $T[n] range -20 20
//! kernel log_$T: out $T[n] | in $T[n] range 0.001 1000
//! kernel log2_$T: out $T[n] | in $T[n] range 0.001 1000
//! kernel log10_$T: out $T[n] | in $T[n] range 0.001 1000
//! kernel cbrt_$T: out $T[n] | in $T[n] range -100 100
//! kernel rsqrt_$T: out $T[n] | in $T[n] range 0.001 1000
//! ulp 4
//! kernel sin_$T: out $T[n] | in $T[n] range -100 100
//! kernel cos_$T: out $T[n] | in $T[n] range -100 100
//! kernel asin_$T: out $T[n] | in $T[n] range -1 1
//! kernel acos_$T: out $T[n] | in $T[n] range -1 1
//! kernel sinh_$T: out $T[n] | in $T[n] range -9 9
//! kernel hypot_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! ulp 6
//! kernel tan_$T: out $T[n] | in $T[n] range -100 100
//! kernel atan_$T: out $T[n] | in $T[n] range -100 100
//! kernel atan2_$T: out $T[n] | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel tanh_$T: out $T[n] | in $T[n] range -5 5
//! ulp 16
//! kernel pow_$T: out $T[n] | in $T[n] range 0.1 20 | in $T[n] range -5 5
//! kernel erf_$T: out $T[n] | in $T[n] range -3 3
//! ulp 4
//! kernel in_branch: out float[n] | in float[n] range -5 5
//! kernel in_loop: out float[n] | in float[n] range 0 1
//! kernel sincos_fract: out float[n*4] | in float[n] range -50 50
//! kernel frexp_ldexp: out float[n*2] | in float[n] range -500 500
//! kernel vector_sin: out float4[n] | in float4[n] range -9 9

#define UNARY(F)                                                                                   \
  kernel void F##_float(global float *out, global const float *a) {                                \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }                                                                                                \
  kernel void F##_double(global double *out, global const double *a) {                             \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }
#define BINARY(F)                                                                                  \
  kernel void F##_float(global float *out, global const float *a, global const float *b) {         \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i], b[i]);                                                                        \
  }                                                                                                \
  kernel void F##_double(global double *out, global const double *a, global const double *b) {     \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i], b[i]);                                                                        \
  }

UNARY(sqrt)
UNARY(fabs)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(rint)
UNARY(round)
BINARY(fmin)
BINARY(fmax)
BINARY(fmod)
BINARY(copysign)
UNARY(exp)
UNARY(exp2)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(cbrt)
UNARY(rsqrt)
UNARY(sin)
UNARY(cos)
UNARY(asin)
UNARY(acos)
UNARY(sinh)
BINARY(hypot)
UNARY(tan)
UNARY(atan)
BINARY(atan2)
UNARY(tanh)
BINARY(pow)
UNARY(erf)

kernel void fma_float(global float *out, global const float *a, global const float *b,
                      global const float *c) {
  size_t i = get_global_id(0);
  out[i] = fma(a[i], b[i], c[i]);
}

kernel void fma_double(global double *out, global const double *a, global const double *b,
                       global const double *c) {
  size_t i = get_global_id(0);
  out[i] = fma(a[i], b[i], c[i]);
}

kernel void in_branch(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  if (in[i] > 0.0f)
    out[i] = sqrt(in[i]) + 1.0f;
  else if (in[i] > -2.0f)
    out[i] = exp(in[i]);
  else
    out[i] = -log(-in[i]);
}

kernel void in_loop(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  float x = in[i];
  int k = 0;
  while (x < 3.0f && k < 20) {
    x = x + exp(-x);
    ++k;
  }
  out[i] = (float)k;
}

kernel void sincos_fract(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  float c, whole;
  out[i * 4] = sincos(in[i], &c);
  out[i * 4 + 1] = c;
  out[i * 4 + 2] = fract(in[i], &whole);
  out[i * 4 + 3] = whole;
}

kernel void frexp_ldexp(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  int e;
  float m = frexp(in[i], &e);
  out[i * 2] = m;
  out[i * 2 + 1] = ldexp(m, e + 3);
}

kernel void vector_sin(global float4 *out, global const float4 *in) {
  size_t i = get_global_id(0);
  out[i] = sin(in[i]);
}
