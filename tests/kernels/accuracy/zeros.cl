// The sign of zero where the specification fixes it: sinpi, cospi and tanpi of integers and halves,
// and functions that are zero at zero.
//! reference
//! sizes 1 16
//! ulp 0
//! launch 64/32
//! types half float double
//! kernel of_pi_$T: out $T[n*3] | in $T[n] iota -16 0.5
//! kernel at_zero_$T: out $T[n*22] | in $T[n] values 0 -0

#define KERNELS(T)                                                                                 \
  kernel void of_pi_##T(global T *out, global const T *in) {                                       \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = sinpi(in[i]);                                                                     \
    out[i * 3 + 1] = cospi(in[i]);                                                                 \
    out[i * 3 + 2] = tanpi(in[i]);                                                                 \
  }                                                                                                \
  kernel void at_zero_##T(global T *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out += i * 22;                                                                                 \
    out[0] = sin(x);                                                                               \
    out[1] = tan(x);                                                                               \
    out[2] = asin(x);                                                                              \
    out[3] = atan(x);                                                                              \
    out[4] = sinh(x);                                                                              \
    out[5] = tanh(x);                                                                              \
    out[6] = asinh(x);                                                                             \
    out[7] = atanh(x);                                                                             \
    out[8] = cbrt(x);                                                                              \
    out[9] = expm1(x);                                                                             \
    out[10] = log1p(x);                                                                            \
    out[11] = erf(x);                                                                              \
    out[12] = sinpi(x);                                                                            \
    out[13] = tanpi(x);                                                                            \
    out[14] = asinpi(x);                                                                           \
    out[15] = atanpi(x);                                                                           \
    out[16] = sqrt(x);                                                                             \
    out[17] = rint(x);                                                                             \
    out[18] = round(x);                                                                            \
    out[19] = ceil(x);                                                                             \
    out[20] = floor(x);                                                                            \
    out[21] = trunc(x);                                                                            \
  }

KERNELS(half)
KERNELS(float)
KERNELS(double)
