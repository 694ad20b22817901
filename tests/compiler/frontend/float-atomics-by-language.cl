// The features of cl_ext_float_atomics are there where its types are.
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.2
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL2.0 -DTYPES
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 -DTYPES

kernel void k(global float *p) {
#if defined(__opencl_c_ext_fp32_global_atomic_add) ||                                              \
    defined(__opencl_c_ext_fp64_local_atomic_min_max)
#ifndef TYPES
#error "no atomic_float"
#endif
  atomic_fetch_add((volatile global atomic_float *)p, 1.0f);
#elif defined(TYPES)
#error "no features"
#endif
}
