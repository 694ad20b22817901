// The mathematical functions on vectors of floats, for the library of bitcode: SLEEF's, and ours
// where SLEEF has none, is slow, or leaves the bounds of OpenCL's full profile somewhere. Compiled
// once with ENABLE_AVX2 (8 lanes) and once with ENABLE_AVX512F (16 lanes); vector_math.def is the
// list.
//
// Every lane's result depends on that lane's arguments alone, also where a branch is taken for the
// sake of some lanes: sub-groups of any size, partial ones too, give the same bits.

#include "rempitab.c"
#include "sleefsimdsp.c"

#include "builtins/vector_math/forms.h"

#define REAL_LETTER f
#ifdef ENABLE_AVX512F
#define REAL_LANES 16
#else
#define REAL_LANES 8
#endif

typedef vfloat Real;
typedef int IntegerLanes __attribute__((vector_size(sizeof(Real))));
typedef vopmask Mask;

static INLINE Real number(float value) { return vcast_vf_f(value); }
static INLINE Real fma(Real a, Real b, Real c) { return vfma_vf_vf_vf_vf(a, b, c); }
static INLINE Real squareRoot(Real x) { return vsqrt_vf_vf(x); }
static INLINE Real magnitude(Real x) { return vabs_vf_vf(x); }
/// x with its sign changed where that of `sign` is negative.
static INLINE Real flipSign(Real x, Real sign) { return vmulsign_vf_vf_vf(x, sign); }
static INLINE Real choose(Mask mask, Real yes, Real no) { return vsel_vf_vo_vf_vf(mask, yes, no); }
static INLINE Mask less(Real a, Real b) { return vlt_vo_vf_vf(a, b); }
static INLINE Mask equal(Real a, Real b) { return veq_vo_vf_vf(a, b); }
static INLINE Mask both(Mask a, Mask b) { return vand_vo_vo_vo(a, b); }
static INLINE Mask either(Mask a, Mask b) { return vor_vo_vo_vo(a, b); }
static INLINE Mask isNan(Real x) { return visnan_vo_vf(x); }
static INLINE int allLanes(Mask mask) { return vtestallones_i_vo32(mask); }
static INLINE int anyLane(Mask mask) {
  return !allLanes(vandnot_vo_vo_vo(mask, veq_vo_vf_vf(number(0), number(0))));
}

// 2^x, e^x and 10^x: 2^whole 2^rest, where rest is between -1/2 and 1/2, P(rest) having the least
// possible relative error, and 2^whole being exact. Arguments are kept where results overflow.
// Lanes in which they vanish, as masked ones of a softmax do, scale nothing, since many processors
// take ten times as long for an instruction that underflows. NaN stays.

static INLINE Real noMore(Real x, float most) { return vmin_vf_vf_vf(number(most), x); }
static INLINE Real zeroWhere(Mask mask, Real x) { return choose(mask, number(0), x); }

/// What there is no need to change where the instruction that scales has a mask.
static INLINE Real argument(Mask vanishes, Real x) {
#ifdef ENABLE_AVX512F
  return x;
#else
  return zeroWhere(vanishes, x);
#endif
}

static INLINE Real powerOf2(Mask vanishes, Real whole, Real rest) {
  Real power = fma(number(0.00015328037f), rest, number(0.00133910077f));
  power = fma(power, rest, number(0.00961850304f));
  power = fma(power, rest, number(0.0555035956f));
  power = fma(power, rest, number(0.240226477f));
  power = fma(power, rest, number(0.693147182f));
  power = fma(power, rest, number(1));
#ifdef ENABLE_AVX512F
  return _mm512_maskz_scalef_ps(_mm512_knot(vanishes), power, whole);
#else
  return zeroWhere(vanishes, vldexp2_vf_vf_vi2(power, vrint_vi2_vf(whole)));
#endif
}

/// (2^(high + low))^x, which vanishes below `least` and overflows from `most` on.
static INLINE Real powerOf(float high, float low, Real x, float least, float most) {
  Mask vanishes = less(x, number(least));
  Real kept = argument(vanishes, noMore(x, most)), whole = vrint_vf_vf(kept * number(high));
  return powerOf2(vanishes, whole, fma(kept, number(low), fma(kept, number(high), -whole)));
}

static INLINE Real ownExpf(Real x) { return powerOf(1.44269502f, 1.92596303e-08f, x, -104, 89); }
static INLINE Real ownExp10f(Real x) { return powerOf(3.32192802f, 7.05953696e-08f, x, -46, 39); }
static INLINE Real ownExp2f(Real x) {
  Mask vanishes = less(x, number(-151));
  Real kept = argument(vanishes, noMore(x, 128)), whole = vrint_vf_vf(kept);
  return powerOf2(vanishes, whole, kept - whole);
}

// sinh and cosh: e^|x| overflows before half of it does.

static INLINE Real halfExp(Real x) {
  Real root = ownExpf(magnitude(x) * number(0.5f));
  return number(0.5f) * root * root;
}

static INLINE Real ownSinhf(Real x) {
  Real result = xsinhf_u35(x);
  Mask large = less(number(88.0f), magnitude(x));
  return anyLane(large) ? choose(large, flipSign(halfExp(x), x), result) : result;
}

static INLINE Real ownCoshf(Real x) {
  Real result = xcoshf_u35(x);
  Mask large = less(number(88.0f), magnitude(x));
  return anyLane(large) ? choose(large, halfExp(x), result) : result;
}

// atan(s) = s + s³ P(s²), the relative error of P being the least possible; beyond 1 it is the rest
// of π/2, which has two parts here; what rounding takes from the difference is put back.

static INLINE Real ownAtanf(Real x) {
  Real size = magnitude(x);
  Mask large = less(number(1), size);
  Real s = choose(large, number(1) / size, size), t = s * s, t2 = t * t;
  Real low = fma(fma(number(0.106660046f), t, number(-0.142110556f)), t2,
                 fma(number(0.199937731f), t, number(-0.333331525f)));
  Real high = fma(fma(number(0.00292069092f), t, number(-0.0163679235f)), t2,
                  fma(number(0.0432118513f), t, number(-0.0755221397f)));
  // The eighth power of s by itself would underflow early, which is slow.
  Real tail = s * (t * fma(high * t2, t2, low));
  Real most = number(1.57079637f) - s, lost = (number(1.57079637f) - most) - s;
  return flipSign(choose(large, most + (lost - (tail - number(-4.37113883e-8f))), s + tail), x);
}

// asinh(x) = log1p(x + x² / (1 + sqrt(1 + x²))), divided through by x so that nothing overflows
// early; from 2^64 on it is log(2x).

static INLINE Real logOfTwice(Mask large, Real x, Real other) {
  return xlog1pf(choose(large, x, other)) + choose(large, number(0.69314718f), number(0));
}

static INLINE Real ownAsinhf(Real x) {
  Real size = magnitude(x), inverse = number(1) / size;
  Real sum = size + size / (inverse + vsqrt_vf_vf(fma(inverse, inverse, number(1))));
  return flipSign(logOfTwice(less(number(0x1p64f), size), size, sum), x);
}

static INLINE Real ownAcoshf(Real x) {
  Real excess = x - number(1);
  Real sum = excess + vsqrt_vf_vf(excess * (x + number(1)));
  // x² must not overflow.
  Real result = logOfTwice(less(number(0x1p60f), x), x, sum);
  return choose(less(x, number(1)), number(SLEEF_NANf), result);
}

// erf(x) = x g(|x|). Between 0 and 4, where it becomes 1, g is eight polynomials of degree 6; a
// lane takes the coefficients of its polynomial out of registers.

static INLINE Real lookUp(const float *table, Real index) {
#ifdef ENABLE_AVX512F
  return _mm512_permutexvar_ps(_mm512_cvttps_epi32(index),
                               _mm512_castps256_ps512(_mm256_loadu_ps(table)));
#else
  return _mm256_permutevar8x32_ps(_mm256_loadu_ps(table), _mm256_cvttps_epi32(index));
#endif
}

static const float erfTable[7][8] = {
    {1.10530555f, 0.948207498f, 0.738320112f, 0.563812375f, 0.44379434f, 0.363599777f, 0.307690978f,
     0.266666651f},
    {-0.0905827433f, -0.203517556f, -0.200719655f, -0.146010697f, -0.0970337689f, -0.0660024509f,
     -0.0473325849f, -0.0355554335f},
    {-0.0838377103f, -0.0250543989f, 0.0211574994f, 0.0285236053f, 0.0197774917f, 0.0118538756f,
     0.00727463793f, 0.00474050408f},
    {0.0130864792f, 0.0211655293f, 0.00829272252f, -0.00170914922f, -0.0031884776f, -0.00202993304f,
     -0.00111164863f, -0.000631793344f},
    {0.00556332944f, -0.00155349297f, -0.00362352864f, -0.00122977619f, 0.000178282426f,
     0.000295042526f, 0.000165521793f, 8.40096327e-05f},
    {-0.00109282846f, -0.0011647077f, 0.000252689293f, 0.000464436744f, 0.000111617548f,
     -2.10831186e-05f, -2.24100586e-05f, -1.11142617e-05f},
    {-0.00028019771f, 0.000221174938f, 0.000155965041f, -5.17635235e-05f, -4.4002838e-05f,
     -5.65022629e-06f, 2.1256858e-06f, 1.39493386e-06f}};

static INLINE Real ownErff(Real x) {
  // A comparison with a NaN is false, and the NaN stays.
  Real size = magnitude(x), last = number(0x1.fffffep1f);
  Real scaled = choose(less(last, size), last, size) * number(2);
  Real piece = vtruncate_vf_vf(scaled), t = scaled - piece - number(0.5f);
  Real g = lookUp(erfTable[6], piece);
  for (int i = 5; i >= 0; --i)
    g = fma(g, t, lookUp(erfTable[i], piece));
  Real result = number(0.5f) * scaled * g;
  return flipSign(choose(less(number(1), result), number(1), result), x);
}

static INLINE Real roundToInteger(Real x) { return vrint_vf_vf(x); }
static INLINE Real lowerOrSecond(Real a, Real b) { return vmin_vf_vf_vf(a, b); }
static INLINE Real higherOrSecond(Real a, Real b) { return vmax_vf_vf_vf(a, b); }

// Polynomials of a half turn, |x| <= π/2, and a quarter turn, |x| <= π/4.
static INLINE Real sinOfHalfTurn(Real x) {
  Real s = x * x, p = number(2.63451966e-06f);
  p = fma(p, s, number(-0.000198226669f));
  p = fma(p, s, number(0.00833324157f));
  p = fma(p, s, number(-0.166666657f));
  return fma(x * s, p, x);
}

static INLINE Real sinOfQuarterTurn(Real x) {
  Real s = x * x, p = number(-0.000195873872f);
  p = fma(p, s, number(0.0083327461f));
  p = fma(p, s, number(-0.166666642f));
  return fma(x * s, p, x);
}

static INLINE Real cosOfQuarterTurn(Real x) {
  Real s = x * x, p = number(2.45474366e-05f);
  p = fma(p, s, number(-0.00138883002f));
  p = fma(p, s, number(0.0416666642f));
  p = fma(p, s, number(-0.5f));
  return fma(p, s, number(1));
}

static const float inversePi = 0.318309886f, roundingShift = 0x1.8p23f, hugeAngle = 0x1p16f;
static const float piA = 3.14159274f, piB = -8.74227766e-08f, piC = -3.43024902e-15f;
#define SLEEF_SIN xsinf
#define SLEEF_COS xcosf
#define SLEEF_TAN xtanf
#include "builtins/vector_math/circular.h"

static const float hypotLarge = 0x1p60f, hypotSmall = 0x1p-50f, hypotDown = 0x1p-70f,
                   hypotUp = 0x1p90f;
#include "builtins/vector_math/hypot.h"

// sin(πx) between -0.5 and 0.5.
static INLINE Real sinpiNearZero(Real x) {
  Real s = x * x, p = number(-0.00702216337f);
  p = fma(p, s, number(0.082046479f));
  p = fma(p, s, number(-0.59925133f));
  p = fma(p, s, number(2.55016327f));
  p = fma(p, s, number(-5.16771269f));
  // π in two floats: the first rounding would cost half a unit.
  Real result = fma(x, number(3.14159274f), x * fma(p, s, number(-8.74227766e-8f)));
  return choose(less(number(1), result), number(1), result);
}

// -0 where the integer is odd, else 0: a sign for flipSign.
static INLINE Real signOfParity(Real integer) {
  Real half = integer * number(0.5f);
  return choose(equal(half, vrint_vf_vf(half)), number(0.0f), number(-0.0f));
}

static INLINE Real ownSinpif(Real x) {
  Real nearest = vrint_vf_vf(x), rest = x - nearest;
  Real result = sinpiNearZero(magnitude(rest));
  result = flipSign(flipSign(result, rest), signOfParity(nearest));
  // Integers have the zero of their own sign.
  return choose(equal(rest, number(0)), flipSign(number(0), x), result);
}

static INLINE Real ownCospif(Real x) {
  Real nearest = vrint_vf_vf(x);
  Real result = sinpiNearZero(number(0.5f) - magnitude(x - nearest));
  return flipSign(result, signOfParity(nearest)) + number(0);
}

// SLEEF's quotient must not overflow. x modulo a large multiple of y first: an infinite multiple
// leaves x as it is.
static INLINE Real reduceHuge(Real x, Real y) {
  const Real step = number(0x1p92f);
  x = xfmodf(x, y * step * step);
  return xfmodf(x, y * step);
}

static INLINE Mask hugeQuotient(Real x, Real y) {
  return less(magnitude(y) * number(0x1p100f), magnitude(x));
}

static INLINE Real ownFmodf(Real x, Real y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xfmodf(x, y);
}

static INLINE Real ownRemainderf(Real x, Real y) {
  // Even multiples of y: the quotient's parity, which decides ties, stays.
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xremainderf(x, y);
}

static INLINE Real ownPowrf(Real x, Real y) {
  Real size = magnitude(x), infinity = number(SLEEF_INFINITYf);
  Mask undefined = either(less(x, number(0)), either(isNan(x), isNan(y)));
  undefined =
      either(undefined, both(equal(y, number(0)), either(equal(x, number(0)), equal(x, infinity))));
  undefined = either(undefined, both(equal(x, number(1)), equal(magnitude(y), infinity)));
  return choose(undefined, number(SLEEF_NANf), xpowf(size, y));
}

// Exponents beyond 2^24 are no floats: they are taken apart.
static INLINE Real ownPownf(Real x, vint2 n) {
  Real whole = vcast_vf_vi2(n);
  Mask inexact = less(number(0x1p24f), magnitude(whole));
  if (!anyLane(inexact))
    return xpowf(x, whole);
  // Toward zero: the large power is no larger than the result.
  vint2 bias = vand_vi2_vi2_vi2(vsra_vi2_vi2_i(n, 31), vcast_vi2_i(255));
  vint2 high = vand_vi2_vi2_vi2(vadd_vi2_vi2_vi2(n, bias), vcast_vi2_i(~255));
  vint2 low = vsub_vi2_vi2_vi2(n, high);
  Real parts = xpowf(x, vcast_vf_vi2(high)) * xpowf(x, vcast_vf_vi2(low));
  return choose(inexact, parts, xpowf(x, whole));
}

// Below -30 the results come near the denormal numbers, and so do SLEEF's factors: the way from x +
// 4 keeps to large ones.
static INLINE Real ownTgammaf(Real x) {
  Mask low = both(less(x, number(-30)), less(number(-50), x));
  if (!anyLane(low))
    return xtgammaf_u1(x);
  Real result = xtgammaf_u1(choose(low, x + number(4), x));
  Real product = x * (x + number(1)) * ((x + number(2)) * (x + number(3)));
  return choose(low, result / product, result);
}

#define HEDDLE_VECTOR_MATH_F(name, parameters, function)                                           \
  HEDDLE_FORM_##parameters(name, REAL_LETTER, REAL_LANES, Real, vint2, function)
#include "builtins/vector_math/vector_math.def"
