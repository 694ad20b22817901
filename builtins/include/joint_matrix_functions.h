// The functions that joint_matrix.h and joint_matrix.hpp are made of; programs call theirs.
//
// Matrices are passed by address, each with its type (HEDDLE_JOINT_MATRIX_TYPE), so that one
// declaration serves all of them. The compiler turns calls into instructions on cooperative
// matrices (compiler/spirv/matrix/joint_matrix_functions_to_spirv); which layout it is must be
// known there, so it makes a branch for each where it is not a constant.
#ifndef HEDDLE_JOINT_MATRIX_FUNCTIONS_H
#define HEDDLE_JOINT_MATRIX_FUNCTIONS_H

#include "joint_matrix_types.h"

#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ == 200 ||                              \
    defined(__opencl_c_generic_address_space)
#define HEDDLE_JOINT_MATRIX_SPACE __generic
#define HEDDLE_JOINT_MATRIX_GENERIC(declare) declare(__generic)
#else
#define HEDDLE_JOINT_MATRIX_SPACE __private
#define HEDDLE_JOINT_MATRIX_GENERIC(declare)
#endif
#define HEDDLE_JOINT_MATRIX HEDDLE_JOINT_MATRIX_SPACE void *
#define HEDDLE_CONST_JOINT_MATRIX const HEDDLE_JOINT_MATRIX_SPACE void *
#define HEDDLE_CONVERGENT __attribute__((overloadable, convergent))

#define HEDDLE_DECLARE_WRITABLE(space)                                                             \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_store(HEDDLE_CONST_JOINT_MATRIX m, uint type,       \
                                                     space void *p, ulong stride, uint layout);    \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_store_checked(                                      \
      HEDDLE_CONST_JOINT_MATRIX m, uint type, space void *p, ulong stride, uint layout,            \
      ulong height, ulong width, ulong x, ulong y);
#define HEDDLE_DECLARE_READABLE(space)                                                             \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_load(                                               \
      HEDDLE_JOINT_MATRIX m, uint type, const space void *p, ulong stride, uint layout);           \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_load_checked(                                       \
      HEDDLE_JOINT_MATRIX m, uint type, const space void *p, ulong stride, uint layout,            \
      ulong height, ulong width, ulong x, ulong y);                                                \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_prefetch(uint component, uint rows, uint columns,   \
                                                        const space void *p, ulong stride,         \
                                                        uint layout, uint cache_level);
#define HEDDLE_DECLARE(space)                                                                      \
  HEDDLE_DECLARE_WRITABLE(space)                                                                   \
  HEDDLE_DECLARE_READABLE(space)
HEDDLE_DECLARE(__global)
HEDDLE_DECLARE(__local)
HEDDLE_DECLARE(__private)
HEDDLE_JOINT_MATRIX_GENERIC(HEDDLE_DECLARE)
HEDDLE_DECLARE_READABLE(__constant)

// `value` is a component.
#define HEDDLE_DECLARE_FILL(value)                                                                 \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_fill(HEDDLE_JOINT_MATRIX m, uint type, value v);    \
  void HEDDLE_CONVERGENT __heddle_joint_matrix_fill_checked(                                       \
      HEDDLE_JOINT_MATRIX m, uint type, value v, ulong height, ulong width, ulong x, ulong y);
HEDDLE_DECLARE_FILL(char)
HEDDLE_DECLARE_FILL(uchar)
HEDDLE_DECLARE_FILL(short)
HEDDLE_DECLARE_FILL(ushort)
HEDDLE_DECLARE_FILL(int)
HEDDLE_DECLARE_FILL(uint)
HEDDLE_DECLARE_FILL(long)
HEDDLE_DECLARE_FILL(ulong)
HEDDLE_DECLARE_FILL(half)
HEDDLE_DECLARE_FILL(float)
HEDDLE_DECLARE_FILL(double)

// d = a * b + c
void HEDDLE_CONVERGENT __heddle_joint_matrix_mad(HEDDLE_JOINT_MATRIX d, uint d_type,
                                                 HEDDLE_CONST_JOINT_MATRIX a, uint a_type,
                                                 HEDDLE_CONST_JOINT_MATRIX b, uint b_type,
                                                 HEDDLE_CONST_JOINT_MATRIX c, uint c_type,
                                                 uint operands);
void HEDDLE_CONVERGENT __heddle_joint_matrix_copy(HEDDLE_CONST_JOINT_MATRIX from,
                                                  HEDDLE_JOINT_MATRIX to, uint type);
// Of the work-item's part: how many components, where one is, and its row and column.
uint HEDDLE_CONVERGENT __heddle_joint_matrix_length(uint type);
HEDDLE_JOINT_MATRIX HEDDLE_CONVERGENT __heddle_joint_matrix_component(HEDDLE_JOINT_MATRIX m,
                                                                      uint type, uint index);
uint2 HEDDLE_CONVERGENT __heddle_joint_matrix_coordinates(HEDDLE_CONST_JOINT_MATRIX m, uint type,
                                                          uint index);

#undef HEDDLE_JOINT_MATRIX_GENERIC
#undef HEDDLE_DECLARE_WRITABLE
#undef HEDDLE_DECLARE_READABLE
#undef HEDDLE_DECLARE
#undef HEDDLE_DECLARE_FILL

#endif
