// A product that is added to is rounded first where FP_CONTRACT is off, and fma is rounded once
// whatever it says. Division and square root are correctly rounded.
//! reference
//! sizes 1 16
//! ulp 0
//! launch 2048/64
//! types float double
//! kernel apart_$T: out $T[n*3] | in $T[n] range -9 9 | in $T[n] range -9 9 | in $T[n] range -9 9
//! kernel division_$T: out $T[n*2] | in $T[n] special | in $T[n] special
//! kernel division_$T: out $T[n*2] | in $T[n] range -9 9 | in $T[n] range -9 9

#define KERNELS(T)                                                                                 \
  kernel void apart_##T(global T *out, global const T *a, global const T *b, global const T *c) {  \
    _Pragma("OPENCL FP_CONTRACT OFF") size_t i = get_global_id(0);                                 \
    T product = a[i] * b[i];                                                                       \
    out[i * 3] = product + c[i];                                                                   \
    out[i * 3 + 1] = c[i] - a[i] * b[i];                                                           \
    out[i * 3 + 2] = fma(a[i], b[i], c[i]);                                                        \
  }                                                                                                \
  kernel void division_##T(global T *out, global const T *a, global const T *b) {                  \
    size_t i = get_global_id(0);                                                                   \
    out[i * 2] = a[i] / b[i];                                                                      \
    out[i * 2 + 1] = sqrt(a[i]);                                                                   \
  }

KERNELS(float)
KERNELS(double)
