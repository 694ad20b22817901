// How a matrix type reaches the compiler: plain C, which the headers for programs and the compiler
// (compiler/spirv/matrix/joint_matrix_types) share.
//
// clang has no type of OpenCL that becomes a cooperative matrix. What it has is pointers: values
// that may be copied, passed, returned and put into arrays and structures, whose types are equal if
// their parts are, and whose address space is still there in LLVM IR. So a matrix is a pointer into
// an address space of its own, whose number says what the matrix is:
//
//   bits 22-21 use + 1 | 20-18 component | 17-9 rows - 1 | 8-0 columns - 1
//
// No real address space has so high a number. The compiler puts the matrix type in place of the
// pointer type before anybody could ask what it points to.
#ifndef HEDDLE_JOINT_MATRIX_TYPES_H
#define HEDDLE_JOINT_MATRIX_TYPES_H

// clang has 23 bits for the number, less a few for its own address spaces; component 7 is nothing.
#define HEDDLE_JOINT_MATRIX_MAX_SIDE 512

// Components as SPIR-V has them: without a sign, bfloats as 16-bit integers, tf32 as floats.
#define HEDDLE_JOINT_MATRIX_I8 0
#define HEDDLE_JOINT_MATRIX_I16 1
#define HEDDLE_JOINT_MATRIX_I32 2
#define HEDDLE_JOINT_MATRIX_I64 3
#define HEDDLE_JOINT_MATRIX_F16 4
#define HEDDLE_JOINT_MATRIX_F32 5
#define HEDDLE_JOINT_MATRIX_F64 6

#define HEDDLE_JOINT_MATRIX_TYPE(component, use, rows, columns)                                    \
  (((unsigned)(use) + 1) << 21 | (unsigned)(component) << 18 | ((unsigned)(rows) - 1) << 9 |       \
   ((unsigned)(columns) - 1))

// Operands of a multiplication, as SPIR-V numbers them (Cooperative Matrix Operands).
#define HEDDLE_JOINT_MATRIX_A_SIGNED 0x1
#define HEDDLE_JOINT_MATRIX_B_SIGNED 0x2
#define HEDDLE_JOINT_MATRIX_C_SIGNED 0x4
#define HEDDLE_JOINT_MATRIX_RESULT_SIGNED 0x8
#define HEDDLE_JOINT_MATRIX_TF32 0x20
#define HEDDLE_JOINT_MATRIX_BFLOAT16 0x40
#define HEDDLE_JOINT_MATRIX_C_BFLOAT16 0x80
#define HEDDLE_JOINT_MATRIX_RESULT_BFLOAT16 0x100

#endif
