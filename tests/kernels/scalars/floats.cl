// Straight code in float and double, without contraction.
//! reference
//! types float double
//! kernel arithmetic_$T: out $T[n*4] | in $T[n] special | in $T[n] special
//! kernel exact_$T: out $T[n*4] | in $T[n] | in $T[n]
//! kernel compare_$T: out int[n*6] | in $T[n] special | in $T[n] special
//! kernel compare_equal_$T: out int[n*6] | in $T[n] special
//! kernel unordered_$T: out int[n*4] | in $T[n] special | in $T[n] special
//! kernel to_bool_$T: out int[n] | in $T[n] special
//! kernel select_$T: out $T[n] | in $T[n] special | in $T[n]
//! kernel scalar_argument_$T: out $T[n] | in $T[n] | value $T -2.5
//! kernel chain_$T: out $T[n] | in $T[n] range -1 1
//! kernel divide_double: out double[n] | in double[n] range -5 5 | in double[n] nonzero
//! kernel negate_zero: out float[n*2] | in float[n] special
//! kernel integer_to_float_and_back: out int[n] | in int[n] range -100000 100000
//! ulp 3
//! kernel divide_float: out float[n] | in float[n] range -5 5 | in float[n] nonzero

#pragma OPENCL FP_CONTRACT OFF

#define FLOATING(T)                                                                                \
  kernel void arithmetic_##T(global T *out, global const T *a, global const T *b) {                \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = a[i] + b[i];                                                                      \
    out[i * 4 + 1] = a[i] - b[i];                                                                  \
    out[i * 4 + 2] = a[i] * b[i];                                                                  \
    out[i * 4 + 3] = a[i] * (T)0.5;                                                                \
  }                                                                                                \
  kernel void exact_##T(global T *out, global const T *a, global const T *b) {                     \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = a[i] * b[i] + (T)1;                                                               \
    out[i * 4 + 1] = (a[i] + b[i]) * (T)4;                                                         \
    T x = a[i];                                                                                    \
    x += b[i];                                                                                     \
    x *= (T)2;                                                                                     \
    x -= (T)0.25;                                                                                  \
    out[i * 4 + 2] = x++;                                                                          \
    out[i * 4 + 3] = -x;                                                                           \
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
  kernel void compare_equal_##T(global int *out, global const T *a) {                              \
    size_t i = get_global_id(0);                                                                   \
    T b = a[i] + (T)0;                                                                             \
    out[i * 6] = a[i] < b;                                                                         \
    out[i * 6 + 1] = a[i] <= b;                                                                    \
    out[i * 6 + 2] = a[i] > b;                                                                     \
    out[i * 6 + 3] = a[i] >= b;                                                                    \
    out[i * 6 + 4] = a[i] == b;                                                                    \
    out[i * 6 + 5] = a[i] != b;                                                                    \
  }                                                                                                \
  kernel void unordered_##T(global int *out, global const T *a, global const T *b) {               \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = !(a[i] < b[i]);                                                                   \
    out[i * 4 + 1] = !(a[i] >= b[i]);                                                              \
    out[i * 4 + 2] = !(a[i] == b[i]);                                                              \
    out[i * 4 + 3] = a[i] < b[i] || a[i] > b[i];                                                   \
  }                                                                                                \
  kernel void to_bool_##T(global int *out, global const T *a) {                                    \
    size_t i = get_global_id(0);                                                                   \
    bool b = a[i];                                                                                 \
    out[i] = b + 2 * !a[i] + (a[i] && 1 ? 4 : 0);                                                  \
  }                                                                                                \
  kernel void select_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    out[i] = a[i] > b[i] ? a[i] : b[i] < (T)0 ? -b[i] : (T)3;                                      \
  }                                                                                                \
  kernel void scalar_argument_##T(global T *out, global const T *a, T b) {                         \
    size_t i = get_global_id(0);                                                                   \
    out[i] = a[i] * b;                                                                             \
  }                                                                                                \
  kernel void chain_##T(global T *out, global const T *a) {                                        \
    size_t i = get_global_id(0);                                                                   \
    T x = a[i];                                                                                    \
    for (int k = 0; k < 10; ++k)                                                                   \
      x = x * x - (T)0.75;                                                                         \
    out[i] = x;                                                                                    \
  }                                                                                                \
  kernel void divide_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    out[i] = a[i] / b[i];                                                                          \
  }

FLOATING(float)
FLOATING(double)

kernel void negate_zero(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  out[i * 2] = -in[i];
  out[i * 2 + 1] = 0.0f - in[i];
}

kernel void integer_to_float_and_back(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  float f = (float)in[i];
  double d = (double)in[i] * 0.5;
  out[i] = (int)(f * 0.25f) + (int)d;
}
