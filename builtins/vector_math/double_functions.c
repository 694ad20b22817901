// The mathematical functions on vectors of doubles: see float_functions.c. 4 lanes with
// ENABLE_AVX2, 8 with ENABLE_AVX512F.

#include "rempitab.c"
#include "sleefsimddp.c"

#include "builtins/vector_math/forms.h"

#define REAL_LETTER d
#ifdef ENABLE_AVX512F
#define REAL_LANES 8
#else
#define REAL_LANES 4
#endif

typedef vdouble Real;
typedef long long IntegerLanes __attribute__((vector_size(sizeof(Real))));
typedef vopmask Mask;

static INLINE Real number(double value) { return vcast_vd_d(value); }
static INLINE Real fma(Real a, Real b, Real c) { return vfma_vd_vd_vd_vd(a, b, c); }
static INLINE Real squareRoot(Real x) { return vsqrt_vd_vd(x); }
static INLINE Real magnitude(Real x) { return vabs_vd_vd(x); }
static INLINE Real flipSign(Real x, Real sign) { return vmulsign_vd_vd_vd(x, sign); }
static INLINE Real choose(Mask mask, Real yes, Real no) { return vsel_vd_vo_vd_vd(mask, yes, no); }
static INLINE Mask less(Real a, Real b) { return vlt_vo_vd_vd(a, b); }
static INLINE Mask equal(Real a, Real b) { return veq_vo_vd_vd(a, b); }
static INLINE Mask both(Mask a, Mask b) { return vand_vo_vo_vo(a, b); }
static INLINE Mask either(Mask a, Mask b) { return vor_vo_vo_vo(a, b); }
static INLINE Mask isNan(Real x) { return visnan_vo_vd(x); }
static INLINE int allLanes(Mask mask) { return vtestallones_i_vo64(mask); }
static INLINE int anyLane(Mask mask) {
  return !allLanes(vandnot_vo_vo_vo(mask, veq_vo_vd_vd(number(0), number(0))));
}

static INLINE Real roundToInteger(Real x) { return vrint_vd_vd(x); }
static INLINE Real lowerOrSecond(Real a, Real b) { return vmin_vd_vd_vd(a, b); }
static INLINE Real higherOrSecond(Real a, Real b) { return vmax_vd_vd_vd(a, b); }

// Polynomials of a half turn, |x| <= π/2, and a quarter turn, |x| <= π/4.
static INLINE Real sinOfHalfTurn(Real x) {
  Real s = x * x, p = number(2.7312869702054162e-15);
  p = fma(p, s, number(-7.6439576289007203e-13));
  p = fma(p, s, number(1.6058976915293983e-10));
  p = fma(p, s, number(-2.5052107610864233e-08));
  p = fma(p, s, number(2.7557319219115034e-06));
  p = fma(p, s, number(-0.00019841269841254795));
  p = fma(p, s, number(0.0083333333333333159));
  p = fma(p, s, number(-0.16666666666666666));
  return fma(x * s, p, x);
}

static INLINE Real sinOfQuarterTurn(Real x) {
  Real s = x * x, p = number(1.591784866512194e-10);
  p = fma(p, s, number(-2.5051127945965639e-08));
  p = fma(p, s, number(2.7557316083825739e-06));
  p = fma(p, s, number(-0.00019841269836722437));
  p = fma(p, s, number(0.0083333333333309254));
  p = fma(p, s, number(-0.16666666666666666));
  return fma(x * s, p, x);
}

static INLINE Real cosOfQuarterTurn(Real x) {
  Real s = x * x, p = number(-1.1382456865840483e-11);
  p = fma(p, s, number(2.0876143829213935e-09));
  p = fma(p, s, number(-2.7557317260014708e-07));
  p = fma(p, s, number(2.480158729874308e-05));
  p = fma(p, s, number(-0.0013888888888887382));
  p = fma(p, s, number(0.041666666666666664));
  p = fma(p, s, number(-0.5));
  return fma(p, s, number(1));
}

static const double inversePi = 0.31830988618379067, roundingShift = 0x1.8p52, hugeAngle = 0x1p47;
static const double piA = 3.1415926535897931, piB = 1.2246467991473532e-16,
                    piC = -2.9947698097183397e-33;
#define SLEEF_SIN xsin
#define SLEEF_COS xcos
#define SLEEF_TAN xtan
#include "builtins/vector_math/circular.h"

static const double hypotLarge = 0x1p500, hypotSmall = 0x1p-450, hypotDown = 0x1p-600,
                    hypotUp = 0x1p600;
#include "builtins/vector_math/hypot.h"

// sinh and cosh: see float_functions.c.

static INLINE Real halfExp(Real x) {
  Real root = xexp(magnitude(x) * number(0.5));
  return number(0.5) * root * root;
}

static INLINE Real ownSinh(Real x) {
  Real result = xsinh_u35(x);
  Mask large = less(number(709.0), magnitude(x));
  return anyLane(large) ? choose(large, flipSign(halfExp(x), x), result) : result;
}

static INLINE Real ownCosh(Real x) {
  Real result = xcosh_u35(x);
  Mask large = less(number(709.0), magnitude(x));
  return anyLane(large) ? choose(large, halfExp(x), result) : result;
}

static INLINE Real logOfTwice(Mask large, Real x, Real other) {
  return xlog1p(choose(large, x, other)) + choose(large, number(0.693147180559945309), number(0));
}

static INLINE Real ownAsinh(Real x) {
  Real size = magnitude(x), inverse = number(1) / size;
  Real sum = size + size / (inverse + vsqrt_vd_vd(fma(inverse, inverse, number(1))));
  return flipSign(logOfTwice(less(number(0x1p64), size), size, sum), x);
}

static INLINE Real ownAcosh(Real x) {
  Real excess = x - number(1);
  Real sum = excess + vsqrt_vd_vd(excess * (x + number(1)));
  Real result = logOfTwice(less(number(0x1p64), x), x, sum);
  return choose(less(x, number(1)), number(SLEEF_NAN), result);
}

static INLINE Real reduceHuge(Real x, Real y) {
  const Real step = number(0x1p700);
  x = xfmod(x, y * step * step);
  return xfmod(x, y * step);
}

static INLINE Mask hugeQuotient(Real x, Real y) {
  return less(magnitude(y) * number(0x1p900), magnitude(x));
}

static INLINE Real ownFmod(Real x, Real y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xfmod(x, y);
}

static INLINE Real ownRemainder(Real x, Real y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xremainder(x, y);
}

static INLINE Real ownPowr(Real x, Real y) {
  Real size = magnitude(x), infinity = number(SLEEF_INFINITY);
  Mask undefined = either(less(x, number(0)), either(isNan(x), isNan(y)));
  undefined =
      either(undefined, both(equal(y, number(0)), either(equal(x, number(0)), equal(x, infinity))));
  undefined = either(undefined, both(equal(x, number(1)), equal(magnitude(y), infinity)));
  return choose(undefined, number(SLEEF_NAN), xpow(size, y));
}

static INLINE Real ownPown(Real x, vint n) { return xpow(x, vcast_vd_vi(n)); }

static INLINE Real ownTgamma(Real x) {
  Mask low = both(less(x, number(-160)), less(number(-190), x));
  if (!anyLane(low))
    return xtgamma_u1(x);
  Real result = xtgamma_u1(choose(low, x + number(8), x));
  Real product = x * (x + number(1)) * ((x + number(2)) * (x + number(3)));
  product *= (x + number(4)) * (x + number(5)) * ((x + number(6)) * (x + number(7)));
  return choose(low, result / product, result);
}

#define HEDDLE_VECTOR_MATH_D(name, parameters, function)                                           \
  HEDDLE_FORM_##parameters(name, REAL_LETTER, REAL_LANES, Real, vint, function)
#include "builtins/vector_math/vector_math.def"
