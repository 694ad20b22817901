// native_… functions of half, which OpenCL C has for float alone: compilers for Intel's GPUs have
// them, and kernels for those call them.
//
// clang declares its own functions only where a program has no others of the name, so those of
// float are here, too. Arguments of other types were converted to float before there was a choice:
// they still are, by the overloads for int and double. Functions of two arguments have no scalar
// half, as a half and a float would fit no overload better than the other.
//
// OpenCL C 1.1 has no static functions.
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 120

#define HEDDLE_NATIVE __attribute__((overloadable, const))
#define HEDDLE_NATIVE_VECTORS(OF, FUNCTION)                                                        \
  OF(FUNCTION, float2)                                                                             \
  OF(FUNCTION, float3)                                                                             \
  OF(FUNCTION, float4)                                                                             \
  OF(FUNCTION, float8)                                                                             \
  OF(FUNCTION, float16)                                                                            \
  OF(FUNCTION, half2)                                                                              \
  OF(FUNCTION, half3)                                                                              \
  OF(FUNCTION, half4)                                                                              \
  OF(FUNCTION, half8)                                                                              \
  OF(FUNCTION, half16)

#define HEDDLE_NATIVE_OF_ONE(FUNCTION, T) T HEDDLE_NATIVE FUNCTION(T x);
#define HEDDLE_NATIVE_CONVERTED(FUNCTION, T)                                                       \
  static inline float __attribute__((overloadable, always_inline)) FUNCTION(T x) {                 \
    return FUNCTION((float)x);                                                                     \
  }
#define HEDDLE_NATIVE_1(FUNCTION)                                                                  \
  HEDDLE_NATIVE_OF_ONE(FUNCTION, float)                                                            \
  HEDDLE_NATIVE_OF_ONE(FUNCTION, half)                                                             \
  HEDDLE_NATIVE_VECTORS(HEDDLE_NATIVE_OF_ONE, FUNCTION)                                            \
  HEDDLE_NATIVE_CONVERTED(FUNCTION, int)                                                           \
  HEDDLE_NATIVE_CONVERTED(FUNCTION, uint)                                                          \
  HEDDLE_NATIVE_CONVERTED(FUNCTION, long)                                                          \
  HEDDLE_NATIVE_CONVERTED(FUNCTION, ulong)                                                         \
  HEDDLE_NATIVE_CONVERTED(FUNCTION, double)

HEDDLE_NATIVE_1(native_cos)
HEDDLE_NATIVE_1(native_exp)
HEDDLE_NATIVE_1(native_exp10)
HEDDLE_NATIVE_1(native_exp2)
HEDDLE_NATIVE_1(native_log)
HEDDLE_NATIVE_1(native_log10)
HEDDLE_NATIVE_1(native_log2)
HEDDLE_NATIVE_1(native_recip)
HEDDLE_NATIVE_1(native_rsqrt)
HEDDLE_NATIVE_1(native_sin)
HEDDLE_NATIVE_1(native_sqrt)
HEDDLE_NATIVE_1(native_tan)

#define HEDDLE_NATIVE_OF_TWO(FUNCTION, T) T HEDDLE_NATIVE FUNCTION(T x, T y);
#define HEDDLE_NATIVE_2(FUNCTION)                                                                  \
  HEDDLE_NATIVE_OF_TWO(FUNCTION, float)                                                            \
  HEDDLE_NATIVE_VECTORS(HEDDLE_NATIVE_OF_TWO, FUNCTION)

HEDDLE_NATIVE_2(native_divide)
HEDDLE_NATIVE_2(native_powr)

#undef HEDDLE_NATIVE_2
#undef HEDDLE_NATIVE_OF_TWO
#undef HEDDLE_NATIVE_1
#undef HEDDLE_NATIVE_CONVERTED
#undef HEDDLE_NATIVE_OF_ONE
#undef HEDDLE_NATIVE_VECTORS
#undef HEDDLE_NATIVE

#endif
