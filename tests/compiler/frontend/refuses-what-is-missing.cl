// Each thing that the device has not is named at the user's line.
// RUN: not heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK: refuses-what-is-missing.cl:[[@LINE+1]]:40: error: images are not supported by this device
kernel void images(read_only image2d_t image, global int *p) { *p = 1; }
// CHECK: refuses-what-is-missing.cl:[[@LINE+1]]:32: error: samplers are not supported by this device
kernel void samplers(sampler_t s, global int *p) { *p = 1; }
