// What every OpenCL C program sees before its first line, after clang's opencl-c-base.h.
//
// | header                  | what                                                       |
// |-------------------------|------------------------------------------------------------|
// | aligned_half.h          | vloada_half and vstorea_half of one component              |
// | bfloat16_conversions.h  | intel_convert_bfloat16_as_ushort, …                        |
// | float_atomics.h         | the macros of cl_ext_float_atomics, in the languages with its types |
// | native_half.h           | native_exp and its like for half                           |
// | overloaded_functions.h  | max, min, clamp and abs, for programs with overloads of their own |
// | split_barrier.h         | intel_work_group_barrier_arrive, …_wait                    |
// | sub_group.h             | get_enqueued_num_sub_groups before OpenCL C 2.0            |
// | subgroup_intel.h        | intel_sub_group_shuffle, …_block_read, …_reduce_add, …     |
// | subgroup_2d_block_io.h  | intel_sub_group_2d_block_*                                 |
// | subgroup_extended_block_read.h | intel_subgroup_block_read_*                         |
// | subgroup_matrix.h       | intel_sub_group_*_matrix_mad_* and the tf32 conversions    |
// | subgroup_scaled_matrix.h | intel_sub_group_*_scaled_matrix_mad_*                     |
// | subgroup_split_matrix.h | intel_sub_group_*_split_matrix_mad_*                        |
// | work_group_uniform_arithmetic.h | work_group_reduce_mul, work_group_scan_…_logical_or, …   |

#ifndef HEDDLE_OPENCL_C_H
#define HEDDLE_OPENCL_C_H

// half is a type without more ado, in programs and in the headers below.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "aligned_half.h"
#include "float_atomics.h"
#include "split_barrier.h"
#include "sub_group.h"
#include "work_group_uniform_arithmetic.h"
// The compiler leaves these out where no program could name them: needed_headers.hpp.
#ifndef HEDDLE_WITHOUT_INTEL_SUB_GROUP_FUNCTIONS
#include "subgroup_intel.h"
#endif
#undef HEDDLE_WITHOUT_INTEL_SUB_GROUP_FUNCTIONS
#ifndef HEDDLE_WITHOUT_MATRIX_FUNCTIONS
#include "subgroup_matrix.h"
#include "subgroup_scaled_matrix.h"
#include "subgroup_split_matrix.h"
#endif
#undef HEDDLE_WITHOUT_MATRIX_FUNCTIONS
#ifndef HEDDLE_WITHOUT_BFLOAT16_CONVERSIONS
#include "bfloat16_conversions.h"
#endif
#undef HEDDLE_WITHOUT_BFLOAT16_CONVERSIONS
#ifndef HEDDLE_WITHOUT_2D_BLOCK_FUNCTIONS
#include "subgroup_2d_block_io.h"
#endif
#undef HEDDLE_WITHOUT_2D_BLOCK_FUNCTIONS
#ifndef HEDDLE_WITHOUT_EXTENDED_BLOCK_FUNCTIONS
#include "subgroup_extended_block_read.h"
#endif
#undef HEDDLE_WITHOUT_EXTENDED_BLOCK_FUNCTIONS
#ifndef HEDDLE_WITHOUT_NATIVE_HALF_FUNCTIONS
#include "native_half.h"
#endif
#undef HEDDLE_WITHOUT_NATIVE_HALF_FUNCTIONS
#ifndef HEDDLE_WITHOUT_OVERLOADED_FUNCTIONS
#include "overloaded_functions.h"
#endif
#undef HEDDLE_WITHOUT_OVERLOADED_FUNCTIONS

#endif
