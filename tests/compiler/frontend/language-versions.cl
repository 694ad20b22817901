// Every language version has the sub-group functions and block reads.
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.1
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL1.2
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL2.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CL3.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CLC++1.0
// RUN: heddlec %s --target=x86-64-v3 -o %t -- -cl-std=CLC++2021

__kernel void k(__global uint *p, __global float *f) {
  uint4 v = intel_sub_group_block_read4(p);
  intel_sub_group_block_write_ui4(p + 256, v);
  f[0] = sub_group_reduce_max(f[get_sub_group_id()]) + sub_group_broadcast(f[1], 2u);
}
