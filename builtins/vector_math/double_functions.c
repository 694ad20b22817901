// The mathematical functions on vectors of doubles: see float_functions.c. 4 lanes with
// ENABLE_AVX2, 8 with ENABLE_AVX512F.

#include "rempitab.c"
#include "sleefsimddp.c"

#include "builtins/vector_math/forms.h"

#ifdef ENABLE_AVX512F
#define DOUBLE_LANES 8
#else
#define DOUBLE_LANES 4
#endif

typedef vdouble Double;
typedef vopmask Mask;

static INLINE Double number(double value) { return vcast_vd_d(value); }
static INLINE Double fma(Double a, Double b, Double c) { return vfma_vd_vd_vd_vd(a, b, c); }
static INLINE Double magnitude(Double x) { return vabs_vd_vd(x); }
static INLINE Double flipSign(Double x, Double sign) { return vmulsign_vd_vd_vd(x, sign); }
static INLINE Double choose(Mask mask, Double yes, Double no) {
  return vsel_vd_vo_vd_vd(mask, yes, no);
}
static INLINE Mask less(Double a, Double b) { return vlt_vo_vd_vd(a, b); }
static INLINE Mask equal(Double a, Double b) { return veq_vo_vd_vd(a, b); }
static INLINE Mask both(Mask a, Mask b) { return vand_vo_vo_vo(a, b); }
static INLINE Mask either(Mask a, Mask b) { return vor_vo_vo_vo(a, b); }
static INLINE Mask isNan(Double x) { return visnan_vo_vd(x); }
static INLINE int anyLane(Mask mask) {
  return !vtestallones_i_vo64(vandnot_vo_vo_vo(mask, veq_vo_vd_vd(number(0), number(0))));
}

static INLINE Double logOfTwice(Mask large, Double x, Double other) {
  return xlog1p(choose(large, x, other)) + choose(large, number(0.693147180559945309), number(0));
}

static INLINE Double ownAsinh(Double x) {
  Double size = magnitude(x), inverse = number(1) / size;
  Double sum = size + size / (inverse + vsqrt_vd_vd(fma(inverse, inverse, number(1))));
  return flipSign(logOfTwice(less(number(0x1p64), size), size, sum), x);
}

static INLINE Double ownAcosh(Double x) {
  Double excess = x - number(1);
  Double sum = excess + vsqrt_vd_vd(excess * (x + number(1)));
  Double result = logOfTwice(less(number(0x1p64), x), x, sum);
  return choose(less(x, number(1)), number(SLEEF_NAN), result);
}

static INLINE Double reduceHuge(Double x, Double y) {
  const Double step = number(0x1p700);
  x = xfmod(x, y * step * step);
  return xfmod(x, y * step);
}

static INLINE Mask hugeQuotient(Double x, Double y) {
  return less(magnitude(y) * number(0x1p900), magnitude(x));
}

static INLINE Double ownFmod(Double x, Double y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xfmod(x, y);
}

static INLINE Double ownRemainder(Double x, Double y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xremainder(x, y);
}

static INLINE Double ownPowr(Double x, Double y) {
  Double size = magnitude(x), infinity = number(SLEEF_INFINITY);
  Mask undefined = either(less(x, number(0)), either(isNan(x), isNan(y)));
  undefined =
      either(undefined, both(equal(y, number(0)), either(equal(x, number(0)), equal(x, infinity))));
  undefined = either(undefined, both(equal(x, number(1)), equal(magnitude(y), infinity)));
  return choose(undefined, number(SLEEF_NAN), xpow(size, y));
}

static INLINE Double ownPown(Double x, vint n) { return xpow(x, vcast_vd_vi(n)); }

static INLINE Double ownTgamma(Double x) {
  Mask low = both(less(x, number(-160)), less(number(-190), x));
  if (!anyLane(low))
    return xtgamma_u1(x);
  Double result = xtgamma_u1(choose(low, x + number(8), x));
  Double product = x * (x + number(1)) * ((x + number(2)) * (x + number(3)));
  product *= (x + number(4)) * (x + number(5)) * ((x + number(6)) * (x + number(7)));
  return choose(low, result / product, result);
}

#define HEDDLE_VECTOR_MATH_D(name, parameters, function)                                           \
  HEDDLE_FORM_##parameters(name, d, DOUBLE_LANES, Double, vint, function)
#include "builtins/vector_math/vector_math.def"
