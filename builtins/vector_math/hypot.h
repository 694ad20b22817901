// hypot, included by float_functions.c and double_functions.c.
//
// The root of the sum of squares, whose rounding is below one unit in the last place. It is exact
// where squares and sum are, as of 3, 4 and 5: programs cut off what is behind the point of lengths
// of whole numbers, where SLEEF's form, which divides first, is just below. Squares that would
// leave the range are of numbers scaled by a power of two, which takes nothing from them.
static INLINE Real ownHypot(Real x, Real y) {
  Real a = magnitude(x), b = magnitude(y), most = choose(less(a, b), b, a);
  Real scale = number(1), back = number(1);
  Mask large = less(number(hypotLarge), most), small = less(most, number(hypotSmall));
  scale = choose(large, number(hypotDown), choose(small, number(hypotUp), scale));
  back = choose(large, number(1 / hypotDown), choose(small, number(1 / hypotUp), back));
  a *= scale;
  b *= scale;
  Real length = squareRoot(fma(a, a, b * b)) * back;
  // Infinite also beside a NaN.
  Mask infinite = either(equal(a, number(INFINITY)), equal(b, number(INFINITY)));
  return choose(infinite, number(INFINITY), length);
}
