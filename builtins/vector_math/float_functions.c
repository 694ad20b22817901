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

#ifdef ENABLE_AVX512F
#define FLOAT_LANES 16
#else
#define FLOAT_LANES 8
#endif

typedef vfloat Float;
typedef vopmask Mask;

static INLINE Float number(float value) { return vcast_vf_f(value); }
static INLINE Float fma(Float a, Float b, Float c) { return vfma_vf_vf_vf_vf(a, b, c); }
static INLINE Float magnitude(Float x) { return vabs_vf_vf(x); }
/// x with its sign changed where that of `sign` is negative.
static INLINE Float flipSign(Float x, Float sign) { return vmulsign_vf_vf_vf(x, sign); }
static INLINE Float choose(Mask mask, Float yes, Float no) {
  return vsel_vf_vo_vf_vf(mask, yes, no);
}
static INLINE Mask less(Float a, Float b) { return vlt_vo_vf_vf(a, b); }
static INLINE Mask equal(Float a, Float b) { return veq_vo_vf_vf(a, b); }
static INLINE Mask both(Mask a, Mask b) { return vand_vo_vo_vo(a, b); }
static INLINE Mask either(Mask a, Mask b) { return vor_vo_vo_vo(a, b); }
static INLINE Mask isNan(Float x) { return visnan_vo_vf(x); }
static INLINE int allLanes(Mask mask) { return vtestallones_i_vo32(mask); }
static INLINE int anyLane(Mask mask) {
  return !allLanes(vandnot_vo_vo_vo(mask, veq_vo_vf_vf(number(0), number(0))));
}

// sinh and cosh: e^|x| overflows before half of it does.

static INLINE Float halfExp(Float x) {
  Float root = xexpf(magnitude(x) * number(0.5f));
  return number(0.5f) * root * root;
}

static INLINE Float ownSinhf(Float x) {
  Float result = xsinhf_u35(x);
  Mask large = less(number(88.0f), magnitude(x));
  return anyLane(large) ? choose(large, flipSign(halfExp(x), x), result) : result;
}

static INLINE Float ownCoshf(Float x) {
  Float result = xcoshf_u35(x);
  Mask large = less(number(88.0f), magnitude(x));
  return anyLane(large) ? choose(large, halfExp(x), result) : result;
}

// asinh(x) = log1p(x + x² / (1 + sqrt(1 + x²))), divided through by x so that nothing overflows
// early; from 2^64 on it is log(2x).

static INLINE Float logOfTwice(Mask large, Float x, Float other) {
  return xlog1pf(choose(large, x, other)) + choose(large, number(0.69314718f), number(0));
}

static INLINE Float ownAsinhf(Float x) {
  Float size = magnitude(x), inverse = number(1) / size;
  Float sum = size + size / (inverse + vsqrt_vf_vf(fma(inverse, inverse, number(1))));
  return flipSign(logOfTwice(less(number(0x1p64f), size), size, sum), x);
}

static INLINE Float ownAcoshf(Float x) {
  Float excess = x - number(1);
  Float sum = excess + vsqrt_vf_vf(excess * (x + number(1)));
  Float result = logOfTwice(less(number(0x1p64f), x), x, sum);
  return choose(less(x, number(1)), number(SLEEF_NANf), result);
}

// erf(x) = x g(|x|). Between 0 and 4, where it becomes 1, g is eight polynomials of degree 6; a
// lane takes the coefficients of its polynomial out of registers.

static INLINE Float lookUp(const float *table, Float index) {
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

static INLINE Float ownErff(Float x) {
  // A comparison with a NaN is false, and the NaN stays.
  Float size = magnitude(x), last = number(0x1.fffffep1f);
  Float scaled = choose(less(last, size), last, size) * number(2);
  Float piece = vtruncate_vf_vf(scaled), t = scaled - piece - number(0.5f);
  Float g = lookUp(erfTable[6], piece);
  for (int i = 5; i >= 0; --i)
    g = fma(g, t, lookUp(erfTable[i], piece));
  Float result = number(0.5f) * scaled * g;
  return flipSign(choose(less(number(1), result), number(1), result), x);
}

// sin(πx) between -0.5 and 0.5.
static INLINE Float sinpiNearZero(Float x) {
  Float s = x * x, p = number(-0.00702216337f);
  p = fma(p, s, number(0.082046479f));
  p = fma(p, s, number(-0.59925133f));
  p = fma(p, s, number(2.55016327f));
  p = fma(p, s, number(-5.16771269f));
  // π in two floats: the first rounding would cost half a unit.
  Float result = fma(x, number(3.14159274f), x * fma(p, s, number(-8.74227766e-8f)));
  return choose(less(number(1), result), number(1), result);
}

// -0 where the integer is odd, else 0: a sign for flipSign.
static INLINE Float signOfParity(Float integer) {
  Float half = integer * number(0.5f);
  return choose(equal(half, vrint_vf_vf(half)), number(0.0f), number(-0.0f));
}

static INLINE Float ownSinpif(Float x) {
  Float nearest = vrint_vf_vf(x), rest = x - nearest;
  Float result = sinpiNearZero(magnitude(rest));
  result = flipSign(flipSign(result, rest), signOfParity(nearest));
  // Integers have the zero of their own sign.
  return choose(equal(rest, number(0)), flipSign(number(0), x), result);
}

static INLINE Float ownCospif(Float x) {
  Float nearest = vrint_vf_vf(x);
  Float result = sinpiNearZero(number(0.5f) - magnitude(x - nearest));
  return flipSign(result, signOfParity(nearest)) + number(0);
}

// SLEEF's quotient must not overflow. x modulo a large multiple of y first: an infinite multiple
// leaves x as it is.
static INLINE Float reduceHuge(Float x, Float y) {
  const Float step = number(0x1p92f);
  x = xfmodf(x, y * step * step);
  return xfmodf(x, y * step);
}

static INLINE Mask hugeQuotient(Float x, Float y) {
  return less(magnitude(y) * number(0x1p100f), magnitude(x));
}

static INLINE Float ownFmodf(Float x, Float y) {
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xfmodf(x, y);
}

static INLINE Float ownRemainderf(Float x, Float y) {
  // Even multiples of y: the quotient's parity, which decides ties, stays.
  if (anyLane(hugeQuotient(x, y)))
    x = reduceHuge(x, y);
  return xremainderf(x, y);
}

static INLINE Float ownPowrf(Float x, Float y) {
  Float size = magnitude(x), infinity = number(SLEEF_INFINITYf);
  Mask undefined = either(less(x, number(0)), either(isNan(x), isNan(y)));
  undefined =
      either(undefined, both(equal(y, number(0)), either(equal(x, number(0)), equal(x, infinity))));
  undefined = either(undefined, both(equal(x, number(1)), equal(magnitude(y), infinity)));
  return choose(undefined, number(SLEEF_NANf), xpowf(size, y));
}

// Exponents beyond 2^24 are no floats: they are taken apart.
static INLINE Float ownPownf(Float x, vint2 n) {
  Float whole = vcast_vf_vi2(n);
  Mask inexact = less(number(0x1p24f), magnitude(whole));
  if (!anyLane(inexact))
    return xpowf(x, whole);
  // Toward zero, so that the large power is no larger than the result.
  Float high = vtruncate_vf_vf(whole * number(0x1p-8f)) * number(0x1p8f);
  vint2 low = vsub_vi2_vi2_vi2(n, vtruncate_vi2_vf(high));
  Float parts = xpowf(x, high) * xpowf(x, vcast_vf_vi2(low));
  return choose(inexact, parts, xpowf(x, whole));
}

// Below -30 the results come near the denormal numbers, and so do SLEEF's factors: the way from x +
// 4 keeps to large ones.
static INLINE Float ownTgammaf(Float x) {
  Mask low = both(less(x, number(-30)), less(number(-50), x));
  if (!anyLane(low))
    return xtgammaf_u1(x);
  Float result = xtgammaf_u1(choose(low, x + number(4), x));
  Float product = x * (x + number(1)) * ((x + number(2)) * (x + number(3)));
  return choose(low, result / product, result);
}

#define HEDDLE_VECTOR_MATH_F(name, parameters, function)                                           \
  HEDDLE_FORM_##parameters(name, f, FLOAT_LANES, Float, vint2, function)
#include "builtins/vector_math/vector_math.def"
