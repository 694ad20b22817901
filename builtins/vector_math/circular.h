// sin, cos and tan, included by float_functions.c and double_functions.c.
//
// SLEEF chooses between three reductions by the largest argument of all lanes, so that a result
// would depend on the neighbours. Here a lane below hugeAngle takes the one reduction of this file,
// which with fused multiplications is quicker than SLEEF's shortest; the others take SLEEF's
// longest, in functions of their own that seldom run.
//
// The reduction: x - qπ in three steps, π = A + B + C. The product qA has a few bits more than A,
// and the difference is a multiple of A's or x's last place below 2: the first step is exact, and
// what the second and third round is relative to their results, also where x lies close to a
// multiple of π.

#define HEDDLE_HUGE_FORM(name, function)                                                           \
  __attribute__((const, flatten, noinline, cold)) Real HEDDLE_FORM_NAME(huge_##name, REAL_LETTER,  \
                                                                        REAL_LANES)(Real x) {      \
    return function(x);                                                                            \
  }
HEDDLE_HUGE_FORM(sin, SLEEF_SIN)
HEDDLE_HUGE_FORM(cos, SLEEF_COS)
HEDDLE_HUGE_FORM(tan, SLEEF_TAN)

// `result` where |x| is small, and elsewhere what the function for huge angles gives. The lanes
// that do not need it must not choose its way.
#define HEDDLE_WITH_HUGE_ANGLES(name, x, result)                                                   \
  do {                                                                                             \
    Mask ordinary = less(magnitude(x), number(hugeAngle));                                         \
    if (allLanes(ordinary))                                                                        \
      return result;                                                                               \
    Real huge = choose(ordinary, number(hugeAngle), x);                                            \
    return choose(ordinary, result, HEDDLE_FORM_NAME(huge_##name, REAL_LETTER, REAL_LANES)(huge)); \
  } while (0)

// The sign bit is the last bit of the integer that was rounded by adding roundingShift.
static INLINE Real signOfLastBit(Real shifted) {
  return (Real)((IntegerLanes)shifted << (8 * sizeof(IntegerLanes) / REAL_LANES - 1));
}

static INLINE Real minusMultiple(Real x, Real q, Real a, Real b, Real c) {
  return fma(q, c, fma(q, b, fma(q, a, x)));
}

// A sine beyond 1 would be within the bound, too, but programs take roots of 1 - s². NaN stays.
static INLINE Real upToOne(Real x) {
  return lowerOrSecond(number(1), higherOrSecond(number(-1), x));
}

static INLINE Real ownSin(Real x) {
  Real size = magnitude(x);
  Real shifted = fma(size, number(inversePi), number(roundingShift));
  Real rest = minusMultiple(size, shifted - number(roundingShift), number(-piA), number(-piB),
                            number(-piC));
  Real result = flipSign(flipSign(upToOne(sinOfHalfTurn(rest)), signOfLastBit(shifted)), x);
  HEDDLE_WITH_HUGE_ANGLES(sin, x, result);
}

// cos x = ∓sin(x - (2k+1)π/2)
static INLINE Real ownCos(Real x) {
  Real size = magnitude(x);
  Real shifted = fma(size, number(inversePi), number(-0.5)) + number(roundingShift);
  Real odd = fma(shifted - number(roundingShift), number(2), number(1));
  Real rest = minusMultiple(size, odd, number(-piA / 2), number(-piB / 2), number(-piC / 2));
  Real result = flipSign(upToOne(sinOfHalfTurn(-rest)), signOfLastBit(shifted));
  HEDDLE_WITH_HUGE_ANGLES(cos, x, result);
}

static INLINE Real ownTan(Real x) {
  Real size = magnitude(x);
  Real shifted = fma(size, number(2 * inversePi), number(roundingShift));
  Real quarters = shifted - number(roundingShift), half = quarters * number(0.5);
  Real rest = minusMultiple(size, quarters, number(-piA / 2), number(-piB / 2), number(-piC / 2));
  Real sine = sinOfQuarterTurn(rest), cosine = cosOfQuarterTurn(rest);
  Mask even = equal(half, roundToInteger(half));
  Real result = choose(even, sine, -cosine) / choose(even, cosine, sine);
  result = flipSign(result, x);
  HEDDLE_WITH_HUGE_ANGLES(tan, x, result);
}
