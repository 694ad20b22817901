// The functions of integers and floats that programs overload: with `half max(half, half)` of their
// own, as libraries of templates have it, clang declares none of its own `max`, which are meant to
// be there beside it, as they are in compilers whose functions come from a header.
#define HEDDLE_OVERLOADED __attribute__((overloadable, const))
#define HEDDLE_BOUNDS(T)                                                                           \
  T HEDDLE_OVERLOADED max(T x, T y);                                                               \
  T HEDDLE_OVERLOADED min(T x, T y);                                                               \
  T HEDDLE_OVERLOADED clamp(T x, T least, T most);
#define HEDDLE_BOUNDS_OF_VECTOR(V, T)                                                              \
  HEDDLE_BOUNDS(V)                                                                                 \
  V HEDDLE_OVERLOADED max(V x, T y);                                                               \
  V HEDDLE_OVERLOADED min(V x, T y);                                                               \
  V HEDDLE_OVERLOADED clamp(V x, T least, T most);
#define HEDDLE_ALL_BOUNDS(T)                                                                       \
  HEDDLE_BOUNDS(T)                                                                                 \
  HEDDLE_BOUNDS_OF_VECTOR(T##2, T)                                                                 \
  HEDDLE_BOUNDS_OF_VECTOR(T##3, T)                                                                 \
  HEDDLE_BOUNDS_OF_VECTOR(T##4, T)                                                                 \
  HEDDLE_BOUNDS_OF_VECTOR(T##8, T)                                                                 \
  HEDDLE_BOUNDS_OF_VECTOR(T##16, T)
#define HEDDLE_MAGNITUDES_OF(T, U)                                                                 \
  U HEDDLE_OVERLOADED abs(T x);                                                                    \
  U##2 HEDDLE_OVERLOADED abs(T##2 x);                                                              \
  U##3 HEDDLE_OVERLOADED abs(T##3 x);                                                              \
  U##4 HEDDLE_OVERLOADED abs(T##4 x);                                                              \
  U##8 HEDDLE_OVERLOADED abs(T##8 x);                                                              \
  U##16 HEDDLE_OVERLOADED abs(T##16 x);
#define HEDDLE_INTEGERS(T)                                                                         \
  HEDDLE_ALL_BOUNDS(T)                                                                             \
  HEDDLE_ALL_BOUNDS(u##T)                                                                          \
  HEDDLE_MAGNITUDES_OF(T, u##T)                                                                    \
  HEDDLE_MAGNITUDES_OF(u##T, u##T)

HEDDLE_INTEGERS(char)
HEDDLE_INTEGERS(short)
HEDDLE_INTEGERS(int)
HEDDLE_INTEGERS(long)
HEDDLE_ALL_BOUNDS(half)
HEDDLE_ALL_BOUNDS(float)
#ifdef cl_khr_fp64
HEDDLE_ALL_BOUNDS(double)
#endif

#undef HEDDLE_OVERLOADED
#undef HEDDLE_BOUNDS
#undef HEDDLE_BOUNDS_OF_VECTOR
#undef HEDDLE_ALL_BOUNDS
#undef HEDDLE_MAGNITUDES_OF
#undef HEDDLE_INTEGERS
