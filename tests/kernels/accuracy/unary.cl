// Mathematical functions of one argument within the bounds of the OpenCL C specification (full
// profile; those of float and double are the same): over all exponents, zeros, infinities, NaN,
// denormals, the limits, and where the function is interesting. Those that have vector forms of
// their own are in vector_math/.
//! reference
//! sizes 1 16
//! launch 2048/64
//! types float double
//! ulp 0
//! kernel ceil_$T: out $T[n] | in $T[n] special
//! kernel fabs_$T: out $T[n] | in $T[n] special
//! kernel floor_$T: out $T[n] | in $T[n] special
//! kernel logb_$T: out $T[n] | in $T[n] special
//! kernel rint_$T: out $T[n] | in $T[n] special
//! kernel round_$T: out $T[n] | in $T[n] special
//! kernel sqrt_$T: out $T[n] | in $T[n] special
//! kernel sqrt_$T: out $T[n] | in $T[n] range 0 9
//! kernel trunc_$T: out $T[n] | in $T[n] special
//! ulp 2
//! kernel rsqrt_$T: out $T[n] | in $T[n] special
//! kernel rsqrt_$T: out $T[n] | in $T[n] range 0 9
//! ulp 4
//! kernel cospi_double: out double[n] | in double[n] special
//! kernel cospi_double: out double[n] | in double[n] range -9 9
//! kernel sinpi_double: out double[n] | in double[n] special
//! kernel sinpi_double: out double[n] | in double[n] range -9 9
//! ulp 5
//! kernel acospi_$T: out $T[n] | in $T[n] special
//! kernel acospi_$T: out $T[n] | in $T[n] range -1 1
//! kernel asinpi_$T: out $T[n] | in $T[n] special
//! kernel asinpi_$T: out $T[n] | in $T[n] range -1 1
//! kernel atanpi_$T: out $T[n] | in $T[n] special
//! kernel atanpi_$T: out $T[n] | in $T[n] range -20 20
//! ulp 6
//! kernel tanpi_$T: out $T[n] | in $T[n] special
//! kernel tanpi_$T: out $T[n] | in $T[n] range -9 9

#define UNARY(F)                                                                                   \
  kernel void F##_float(global float *out, global const float *a) {                                \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }                                                                                                \
  kernel void F##_double(global double *out, global const double *a) {                             \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(a[i]);                                                                              \
  }

UNARY(acospi)
UNARY(asinpi)
UNARY(atanpi)
UNARY(ceil)
UNARY(fabs)
UNARY(floor)
UNARY(logb)
UNARY(rint)
UNARY(round)
UNARY(rsqrt)
UNARY(sqrt)
UNARY(tanpi)
UNARY(trunc)

kernel void cospi_double(global double *out, global const double *a) {
  size_t i = get_global_id(0);
  out[i] = cospi(a[i]);
}

kernel void sinpi_double(global double *out, global const double *a) {
  size_t i = get_global_id(0);
  out[i] = sinpi(a[i]);
}
