// Every mathematical function of one argument on every half. They are computed in float and rounded
// once, so only what is next to a tie may differ from the exact result, by one unit.
//! reference
//! sizes 1 16
//! launch 65536/64
//! ulp 0
//! kernel ceil_half: out half[n] | in ushort[n] iota 0 1
//! kernel fabs_half: out half[n] | in ushort[n] iota 0 1
//! kernel floor_half: out half[n] | in ushort[n] iota 0 1
//! kernel logb_half: out half[n] | in ushort[n] iota 0 1
//! kernel rint_half: out half[n] | in ushort[n] iota 0 1
//! kernel round_half: out half[n] | in ushort[n] iota 0 1
//! kernel sqrt_half: out half[n] | in ushort[n] iota 0 1
//! kernel trunc_half: out half[n] | in ushort[n] iota 0 1
//! kernel sign_half: out half[n] | in ushort[n] iota 0 1
//! ulp 1
//! kernel acos_half: out half[n] | in ushort[n] iota 0 1
//! kernel acosh_half: out half[n] | in ushort[n] iota 0 1
//! kernel acospi_half: out half[n] | in ushort[n] iota 0 1
//! kernel asin_half: out half[n] | in ushort[n] iota 0 1
//! kernel asinh_half: out half[n] | in ushort[n] iota 0 1
//! kernel asinpi_half: out half[n] | in ushort[n] iota 0 1
//! kernel atan_half: out half[n] | in ushort[n] iota 0 1
//! kernel atanh_half: out half[n] | in ushort[n] iota 0 1
//! kernel atanpi_half: out half[n] | in ushort[n] iota 0 1
//! kernel cbrt_half: out half[n] | in ushort[n] iota 0 1
//! kernel cos_half: out half[n] | in ushort[n] iota 0 1
//! kernel cosh_half: out half[n] | in ushort[n] iota 0 1
//! kernel cospi_half: out half[n] | in ushort[n] iota 0 1
//! kernel erfc_half: out half[n] | in ushort[n] iota 0 1
//! kernel erf_half: out half[n] | in ushort[n] iota 0 1
//! kernel exp_half: out half[n] | in ushort[n] iota 0 1
//! kernel exp2_half: out half[n] | in ushort[n] iota 0 1
//! kernel exp10_half: out half[n] | in ushort[n] iota 0 1
//! kernel expm1_half: out half[n] | in ushort[n] iota 0 1
//! kernel log_half: out half[n] | in ushort[n] iota 0 1
//! kernel log2_half: out half[n] | in ushort[n] iota 0 1
//! kernel log10_half: out half[n] | in ushort[n] iota 0 1
//! kernel log1p_half: out half[n] | in ushort[n] iota 0 1
//! kernel rsqrt_half: out half[n] | in ushort[n] iota 0 1
//! kernel sin_half: out half[n] | in ushort[n] iota 0 1
//! kernel sinh_half: out half[n] | in ushort[n] iota 0 1
//! kernel sinpi_half: out half[n] | in ushort[n] iota 0 1
//! kernel tan_half: out half[n] | in ushort[n] iota 0 1
//! kernel tanh_half: out half[n] | in ushort[n] iota 0 1
//! kernel tanpi_half: out half[n] | in ushort[n] iota 0 1
//! kernel tgamma_half: out half[n] | in ushort[n] iota 0 1
//! kernel degrees_half: out half[n] | in ushort[n] iota 0 1
//! kernel radians_half: out half[n] | in ushort[n] iota 0 1

#define UNARY(F)                                                                                   \
  kernel void F##_half(global half *out, global const ushort *a) {                                 \
    size_t i = get_global_id(0);                                                                   \
    out[i] = F(as_half(a[i]));                                                                     \
  }

UNARY(acos)
UNARY(acosh)
UNARY(acospi)
UNARY(asin)
UNARY(asinh)
UNARY(asinpi)
UNARY(atan)
UNARY(atanh)
UNARY(atanpi)
UNARY(cbrt)
UNARY(ceil)
UNARY(cos)
UNARY(cosh)
UNARY(cospi)
UNARY(erfc)
UNARY(erf)
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(expm1)
UNARY(fabs)
UNARY(floor)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(log1p)
UNARY(logb)
UNARY(rint)
UNARY(round)
UNARY(rsqrt)
UNARY(sin)
UNARY(sinh)
UNARY(sinpi)
UNARY(sqrt)
UNARY(tan)
UNARY(tanh)
UNARY(tanpi)
UNARY(tgamma)
UNARY(trunc)
UNARY(degrees)
UNARY(radians)
UNARY(sign)
