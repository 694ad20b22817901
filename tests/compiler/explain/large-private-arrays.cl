// A sub-group has 2 MiB of stack, for the code of all lanes and for that of some: kernels with large private arrays get as
// many lanes as have room, or none. Those that can tell, and those for which more are asked for, do not build.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s
// RUN: not heddlec %s --target=x86-64-v4 -o %t -- -cl-std=CL3.0 -DREQUIRED 2>&1 | FileCheck %s --check-prefix=REQUIRED
// RUN: not heddlec %s --target=x86-64-v4 -o %t --sub-group-size=16 -- -cl-std=CL3.0 2>&1 | FileCheck %s --check-prefix=ASKED

// REQUIRED: kernel 'required': its private variables take 204800 bytes a work-item, this device has room for 131072
// ASKED:    kernel 'eight': its private variables take 204800 bytes a work-item, this device has room for 131072

// CHECK-LABEL: kernel 'eight'
// CHECK:         sub-group size 8: the stack has room for the private variables of no more lanes
// CHECK-LABEL: kernel 'one'
// CHECK:         sub-group size 1: the stack has room for the private variables of no more lanes
#define KERNEL(NAME, BYTES)                                                                                            \
  kernel void NAME(global uint *out, global const uint *in) {                                                          \
    uint kept[BYTES / 4];                                                                                              \
    for (uint i = 0; i < BYTES / 4; ++i)                                                                               \
      kept[i] = in[i];                                                                                                 \
    out[get_global_id(0)] = kept[in[get_global_id(0)] % (BYTES / 4)];                                                  \
  }
KERNEL(eight, 102400)
#ifdef REQUIRED
__attribute__((intel_reqd_sub_group_size(16))) KERNEL(required, 102400)
#endif
KERNEL(one, 1024000)
