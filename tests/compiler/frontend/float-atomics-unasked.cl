// A program that asks for no version, and finds cl_ext_float_atomics reported, may name its types, which
// OpenCL C 1.2 has not. One that asks for that version may not, nor one with another mistake.
// RUN: heddlec %s --target=x86-64-v3 -o %t
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.2 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -DMISTAKE 2>&1 | FileCheck %s --check-prefix=MISTAKE

// ASKED: error: {{.*}}'atomic_float'
// MISTAKE: error: {{.*}}'missing'
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable

kernel void k(global float *sum) {
  atomic_fetch_add_explicit((volatile global atomic_float *)sum, 1.0f, memory_order_relaxed,
                            memory_scope_device);
#ifdef MISTAKE
  missing = 1;
#endif
}
