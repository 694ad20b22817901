// A size of sub-groups that the device has not is an error at the user's line, told before anything is compiled.
// RUN: not heddlec %s --target=x86-64-v3 -o %t --print-after=inline-functions 2>&1 | FileCheck %s

// CHECK-NOT: define
// CHECK: absent-sub-group-sizes.cl:[[# @LINE + 1]]:16: error: required sub-group size is 64, this device has 8, 16 and 32
__attribute__((intel_reqd_sub_group_size(64)))
kernel void wide(global uint *out) { out[get_global_id(0)] = get_sub_group_size(); }

// CHECK: absent-sub-group-sizes.cl:[[# @LINE + 1]]:16: error: required sub-group size is 4, this device has 8, 16 and 32
__attribute__((intel_reqd_sub_group_size(4)))
kernel void narrow(global uint *out) { out[get_global_id(0)] = get_sub_group_size(); }

// CHECK-NOT: error:
__attribute__((intel_reqd_sub_group_size(8)))
kernel void present(global uint *out) { out[get_global_id(0)] = get_sub_group_size(); }
// CHECK: 2 errors generated
// CHECK-NOT: define
