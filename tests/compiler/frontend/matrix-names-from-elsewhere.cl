// The header of the matrix functions is left out where no program could name them; these do, in ways
// that hide the name.
// RUN: heddlec %S/Inputs/pasted_name.cl --emit=spirv -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec %S/Inputs/split_name.cl --emit=spirv -o %t.spv -- -cl-std=CL3.0
// RUN: heddlec %S/Inputs/name_from_option.cl --emit=spirv -o %t.spv -- -cl-std=CL3.0 -DF=intel_sub_group_i8_i8_matrix_mad_k32
// RUN: not heddlec %S/Inputs/name_from_option.cl --emit=spirv -o %t.spv -- -cl-std=CL3.0 -DF=nothing 2>&1 | FileCheck %s
// CHECK: error: use of undeclared identifier 'nothing'
