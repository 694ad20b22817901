// Matrices of a sub-group in OpenCL C, after SYCL's joint_matrix: docs/joint_matrix.md.
//
//   joint_matrix(type, use, rows, columns)                                  a type
//   joint_matrix_fill(m, value)                                             every element
//   joint_matrix_load(m, p, stride, layout), …_store(…)                     memory
//   joint_matrix_fill_checked(m, value, height, width, x, y)                only in a region
//   joint_matrix_load_checked(m, p, stride, layout, height, width, x, y), …_store_checked(…)
//   joint_matrix_mad(d, a, b, c)                                            d = a * b + c
//   joint_matrix_copy(from, to)                                             converts elements
//   joint_matrix_length(m), …_get(m, i), …_set(m, i, value)                 the work-item's part
//   joint_matrix_coordinates(m, i)                                          row and column
//   joint_matrix_apply(m, f), …_apply_coordinates(m, f)                     f on each element of it
//   joint_matrix_prefetch(rows, columns, p, stride, layout)                 a hint
//   round_to_tf32(x)
//
// `m` is a variable, a member of a structure or an element of an array. All work-items of the
// sub-group make the same call, but of those that work on their part.
#ifndef HEDDLE_JOINT_MATRIX_H
#define HEDDLE_JOINT_MATRIX_H

#ifdef __OPENCL_CPP_VERSION__
#include "joint_matrix.hpp"
#else

#include "joint_matrix_functions.h"

// Element types beside those of OpenCL C. Their values are floats.
typedef struct heddle_bfloat16 {
  ushort bits;
} bfloat16;
typedef struct heddle_tf32 {
  float value;
} tf32;

enum { use_a, use_b, use_accumulator };
enum { layout_row_major, layout_col_major, layout_ext_intel_packed };

// A condition that must hold, with what is said where it does not. Nobody calls these.
#define HEDDLE_CONDITION(name, message)                                                            \
  int __heddle_check_##name(int holds) __attribute__((diagnose_if(!holds, message, "error")));
HEDDLE_CONDITION(element,
                 "elements of a joint_matrix are integers, half, float, double, bfloat16 or tf32")
HEDDLE_CONDITION(known_use, "the use of a joint_matrix is use_a, use_b or use_accumulator")
HEDDLE_CONDITION(side, "a joint_matrix has 1 to 512 rows and columns")
HEDDLE_CONDITION(pointee,
                 "the pointer is to elements of another type than those of the joint_matrix")
HEDDLE_CONDITION(uses,
                 "joint_matrix_mad(d, a, b, c) takes a matrix of use_a as a, one of use_b as b and "
                 "accumulators as c and d")
HEDDLE_CONDITION(sizes, "joint_matrix_mad(d, a, b, c): a is M x K, b is K x N, c and d are M x N")
HEDDLE_CONDITION(types,
                 "joint_matrix_mad multiplies integers and adds integers, or multiplies floats of "
                 "one type and adds floats")
HEDDLE_CONDITION(equal_sizes, "joint_matrix_copy(from, to): both have the same rows and columns")
#undef HEDDLE_CONDITION
// Worth 0.
#define HEDDLE_CHECK(name, condition) (0 * sizeof(__heddle_check_##name(condition)))

// The kind of an element: 0 for a type that is none, else 32 + 4 * component, + 1 for a signed
// integer,
// + 2 for a number that lies in a component of another type.
#define HEDDLE_KIND(x)                                                                             \
  _Generic((x),                                                                                    \
      char: 33,                                                                                    \
      signed char: 33,                                                                             \
      uchar: 32,                                                                                   \
      short: 37,                                                                                   \
      ushort: 36,                                                                                  \
      bfloat16: 38,                                                                                \
      int: 41,                                                                                     \
      uint: 40,                                                                                    \
      long: 45,                                                                                    \
      ulong: 44,                                                                                   \
      half: 48,                                                                                    \
      float: 52,                                                                                   \
      tf32: 54,                                                                                    \
      double: 56,                                                                                  \
      default: 0)
#define HEDDLE_KIND_BFLOAT16 38
#define HEDDLE_KIND_TF32 54
#define HEDDLE_COMPONENT(kind) ((kind) >> 2 & 7)
#define HEDDLE_IS_INTEGER(kind) ((kind) < 48 && !((kind) & 2))
#define HEDDLE_IS_SIGNED(kind) ((kind) & 1)
// What a component is, with bfloats as their bits.
#define HEDDLE_ZERO(x)                                                                             \
  _Generic((x),                                                                                    \
      char: (char)0,                                                                               \
      signed char: (char)0,                                                                        \
      uchar: (uchar)0,                                                                             \
      short: (short)0,                                                                             \
      ushort: (ushort)0,                                                                           \
      bfloat16: (ushort)0,                                                                         \
      int: 0,                                                                                      \
      uint: 0u,                                                                                    \
      long: 0l,                                                                                    \
      ulong: 0ul,                                                                                  \
      half: (half)0,                                                                               \
      float: 0.0f,                                                                                 \
      tf32: 0.0f,                                                                                  \
      double: (double)0)

// The type. What it seems to point to is read by the macros below, at compile time only.
#define joint_matrix(type, use, rows, columns)                                                     \
  __typeof__(type __attribute__((address_space(                                                    \
      HEDDLE_JOINT_MATRIX_TYPE(HEDDLE_COMPONENT(HEDDLE_KIND(*(type *)0)), use, rows, columns) +    \
      HEDDLE_CHECK(element, HEDDLE_KIND(*(type *)0) != 0) +                                        \
      HEDDLE_CHECK(known_use, (use) >= use_a && (use) <= use_accumulator) +                        \
      HEDDLE_CHECK(                                                                                \
          side, (rows) >= 1 && (rows) <= HEDDLE_JOINT_MATRIX_MAX_SIDE && (columns) >= 1 &&         \
                    (columns) <= HEDDLE_JOINT_MATRIX_MAX_SIDE)))) (*)[rows][columns][(use) + 1])

#define HEDDLE_ELEMENT(m) ((*(m))[0][0][0])
#define HEDDLE_ELEMENT_KIND(m) HEDDLE_KIND(HEDDLE_ELEMENT(m))
#define HEDDLE_ROWS(m) (sizeof(*(m)) / sizeof((*(m))[0]))
#define HEDDLE_COLUMNS(m) (sizeof((*(m))[0]) / sizeof((*(m))[0][0]))
#define HEDDLE_USE(m) (sizeof((*(m))[0][0]) / sizeof((*(m))[0][0][0]) - 1)
#define HEDDLE_TYPE(m)                                                                             \
  HEDDLE_JOINT_MATRIX_TYPE(HEDDLE_COMPONENT(HEDDLE_ELEMENT_KIND(m)), HEDDLE_USE(m),                \
                           HEDDLE_ROWS(m), HEDDLE_COLUMNS(m))
#define HEDDLE_COMPONENT_TYPE(m) __typeof__(HEDDLE_ZERO(HEDDLE_ELEMENT(m)))
#define HEDDLE_IS_BFLOAT16(m) (HEDDLE_ELEMENT_KIND(m) == HEDDLE_KIND_BFLOAT16)
// Between values and components.
#define HEDDLE_TO_COMPONENT(m, value)                                                              \
  __builtin_choose_expr(HEDDLE_IS_BFLOAT16(m), intel_convert_bfloat16_as_ushort((float)(value)),   \
                        (HEDDLE_COMPONENT_TYPE(m))(value))
#define HEDDLE_TO_VALUE(m, component)                                                              \
  __builtin_choose_expr(HEDDLE_IS_BFLOAT16(m),                                                     \
                        intel_convert_as_bfloat16_float((ushort)(component)),                      \
                        (HEDDLE_COMPONENT_TYPE(m))(component))

// Bits of bfloats may lie in any array of 16-bit integers, values of tf32 are floats in memory.
#define HEDDLE_CHECK_POINTER(m, p)                                                                 \
  HEDDLE_CHECK(pointee,                                                                            \
               HEDDLE_KIND(*(p)) == HEDDLE_ELEMENT_KIND(m) ||                                      \
                   (HEDDLE_ELEMENT_KIND(m) == HEDDLE_KIND_BFLOAT16 &&                              \
                    (HEDDLE_KIND(*(p)) == 36 || HEDDLE_KIND(*(p)) == 37)) ||                       \
                   (HEDDLE_ELEMENT_KIND(m) == HEDDLE_KIND_TF32 && HEDDLE_KIND(*(p)) == 52))

#define joint_matrix_fill(m, value)                                                                \
  __heddle_joint_matrix_fill(&(m), HEDDLE_TYPE(m), HEDDLE_TO_COMPONENT(m, value))
#define joint_matrix_load(m, p, stride, layout)                                                    \
  ((void)HEDDLE_CHECK_POINTER(m, p),                                                               \
   __heddle_joint_matrix_load(&(m), HEDDLE_TYPE(m), p, stride, layout))
#define joint_matrix_store(m, p, stride, layout)                                                   \
  ((void)HEDDLE_CHECK_POINTER(m, p),                                                               \
   __heddle_joint_matrix_store(&(m), HEDDLE_TYPE(m), p, stride, layout))

#define joint_matrix_fill_checked(m, value, height, width, x, y)                                   \
  __heddle_joint_matrix_fill_checked(&(m), HEDDLE_TYPE(m), HEDDLE_TO_COMPONENT(m, value), height,  \
                                     width, x, y)
#define joint_matrix_load_checked(m, p, stride, layout, height, width, x, y)                       \
  ((void)HEDDLE_CHECK_POINTER(m, p),                                                               \
   __heddle_joint_matrix_load_checked(&(m), HEDDLE_TYPE(m), p, stride, layout, height, width, x,   \
                                      y))
#define joint_matrix_store_checked(m, p, stride, layout, height, width, x, y)                      \
  ((void)HEDDLE_CHECK_POINTER(m, p),                                                               \
   __heddle_joint_matrix_store_checked(&(m), HEDDLE_TYPE(m), p, stride, layout, height, width, x,  \
                                       y))

#define joint_matrix_mad(d, a, b, c)                                                               \
  ((void)HEDDLE_CHECK_MAD(d, a, b, c),                                                             \
   __heddle_joint_matrix_mad(&(d), HEDDLE_TYPE(d), &(a), HEDDLE_TYPE(a), &(b), HEDDLE_TYPE(b),     \
                             &(c), HEDDLE_TYPE(c), HEDDLE_OPERANDS(d, a, b, c)))
#define HEDDLE_CHECK_MAD(d, a, b, c)                                                               \
  (HEDDLE_CHECK(uses, HEDDLE_USE(a) == use_a && HEDDLE_USE(b) == use_b &&                          \
                          HEDDLE_USE(c) == use_accumulator && HEDDLE_USE(d) == use_accumulator) +  \
   HEDDLE_CHECK(sizes, HEDDLE_ROWS(d) == HEDDLE_ROWS(a) && HEDDLE_ROWS(c) == HEDDLE_ROWS(a) &&     \
                           HEDDLE_COLUMNS(d) == HEDDLE_COLUMNS(b) &&                               \
                           HEDDLE_COLUMNS(c) == HEDDLE_COLUMNS(b) &&                               \
                           HEDDLE_COLUMNS(a) == HEDDLE_ROWS(b)) +                                  \
   HEDDLE_CHECK(types, HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(a))                                   \
                           ? HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(b)) &&                          \
                                 HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(c)) &&                      \
                                 HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(d))                         \
                           : HEDDLE_ELEMENT_KIND(b) == HEDDLE_ELEMENT_KIND(a) &&                   \
                                 !HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(c)) &&                     \
                                 !HEDDLE_IS_INTEGER(HEDDLE_ELEMENT_KIND(d))))
#define HEDDLE_OPERANDS(d, a, b, c)                                                                \
  ((HEDDLE_IS_SIGNED(HEDDLE_ELEMENT_KIND(a)) ? HEDDLE_JOINT_MATRIX_A_SIGNED : 0) |                 \
   (HEDDLE_IS_SIGNED(HEDDLE_ELEMENT_KIND(b)) ? HEDDLE_JOINT_MATRIX_B_SIGNED : 0) |                 \
   (HEDDLE_IS_SIGNED(HEDDLE_ELEMENT_KIND(c)) ? HEDDLE_JOINT_MATRIX_C_SIGNED : 0) |                 \
   (HEDDLE_IS_SIGNED(HEDDLE_ELEMENT_KIND(d)) ? HEDDLE_JOINT_MATRIX_RESULT_SIGNED : 0) |            \
   (HEDDLE_ELEMENT_KIND(a) == HEDDLE_KIND_TF32 ? HEDDLE_JOINT_MATRIX_TF32 : 0) |                   \
   (HEDDLE_ELEMENT_KIND(a) == HEDDLE_KIND_BFLOAT16 ? HEDDLE_JOINT_MATRIX_BFLOAT16 : 0) |           \
   (HEDDLE_ELEMENT_KIND(c) == HEDDLE_KIND_BFLOAT16 ? HEDDLE_JOINT_MATRIX_C_BFLOAT16 : 0) |         \
   (HEDDLE_ELEMENT_KIND(d) == HEDDLE_KIND_BFLOAT16 ? HEDDLE_JOINT_MATRIX_RESULT_BFLOAT16 : 0))

#define joint_matrix_length(m) __heddle_joint_matrix_length(HEDDLE_TYPE(m))
#define HEDDLE_COMPONENT_AT(m, i)                                                                  \
  (*(HEDDLE_JOINT_MATRIX_SPACE HEDDLE_COMPONENT_TYPE(m) *)__heddle_joint_matrix_component(         \
      &(m), HEDDLE_TYPE(m), i))
#define joint_matrix_get(m, i) HEDDLE_TO_VALUE(m, HEDDLE_COMPONENT_AT(m, i))
#define joint_matrix_set(m, i, value)                                                              \
  ((void)(HEDDLE_COMPONENT_AT(m, i) = HEDDLE_TO_COMPONENT(m, value)))
// The row is .x, the column .y.
#define joint_matrix_coordinates(m, i) __heddle_joint_matrix_coordinates(&(m), HEDDLE_TYPE(m), i)

// `f` is a function or a macro from the old value, (row and column,) to the new one.
#define joint_matrix_apply(m, f)                                                                   \
  do {                                                                                             \
    for (uint heddle_i = 0; heddle_i < joint_matrix_length(m); ++heddle_i)                         \
      joint_matrix_set(m, heddle_i, f(joint_matrix_get(m, heddle_i)));                             \
  } while (0)
#define joint_matrix_apply_coordinates(m, f)                                                       \
  do {                                                                                             \
    for (uint heddle_i = 0; heddle_i < joint_matrix_length(m); ++heddle_i) {                       \
      const uint2 heddle_at = joint_matrix_coordinates(m, heddle_i);                               \
      joint_matrix_set(m, heddle_i, f(joint_matrix_get(m, heddle_i), heddle_at.x, heddle_at.y));   \
    }                                                                                              \
  } while (0)

// Of one size; elements are converted, the use may be another.
#define joint_matrix_copy(from, to)                                                                \
  do {                                                                                             \
    (void)HEDDLE_CHECK(equal_sizes, HEDDLE_ROWS(from) == HEDDLE_ROWS(to) &&                        \
                                        HEDDLE_COLUMNS(from) == HEDDLE_COLUMNS(to));               \
    if (HEDDLE_TYPE(from) == HEDDLE_TYPE(to) &&                                                    \
        HEDDLE_ELEMENT_KIND(from) == HEDDLE_ELEMENT_KIND(to)) {                                    \
      __heddle_joint_matrix_copy(&(from), &(to), HEDDLE_TYPE(to));                                 \
    } else {                                                                                       \
      for (uint heddle_i = 0; heddle_i < joint_matrix_length(from); ++heddle_i)                    \
        joint_matrix_set(                                                                          \
            to, heddle_i,                                                                          \
            __builtin_choose_expr(HEDDLE_ELEMENT_KIND(to) == HEDDLE_KIND_TF32,                     \
                                  round_to_tf32((float)joint_matrix_get(from, heddle_i)),          \
                                  joint_matrix_get(from, heddle_i)));                              \
    }                                                                                              \
  } while (0)

#define joint_matrix_prefetch(rows, columns, p, stride, layout)                                    \
  ((void)HEDDLE_CHECK(element, HEDDLE_KIND(*(p)) != 0),                                            \
   __heddle_joint_matrix_prefetch(HEDDLE_COMPONENT(HEDDLE_KIND(*(p))), rows, columns, p, stride,   \
                                  layout, 0))

#define round_to_tf32(x) intel_convert_tfloat32_as_float(x)

#endif
#endif
