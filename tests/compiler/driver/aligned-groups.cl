// Kernels that divide their global id by the local size are compiled for launches in which that is a
// group id, unless code for any range is asked for, or other code could not be compiled later.
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --print-after=divide-global-ids -o %t 2>&1 | FileCheck %s
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --any-range --print-after=divide-global-ids -o %t 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --checks --print-after=divide-global-ids -o %t 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --print-after=divide-global-ids -o %t -- -cl-std=CL3.0 -DVARIABLE 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --explain --target=x86-64-v3 | FileCheck %s --check-prefix=EXPLAIN

#ifdef VARIABLE
global int count;
#endif

// CHECK:   "heddle-aligned-groups"
// ANY-NOT: "heddle-aligned-groups"
// EXPLAIN: a global id divided by the local size is a group id: other code is compiled for
kernel void rows(global int *out, global const int *in) {
#ifdef VARIABLE
  count = 1;
#endif
  out[get_global_id(0)] = in[get_global_id(0) / get_local_size(0)];
}
