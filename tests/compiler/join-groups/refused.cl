// What has a work-group or a sub-group together in other ways is not joined.
// RUN: not heddlec --target=x86-64-v3 %s --kernel=collective --sub-group-size=16 --join-groups=4*4 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: not heddlec --target=x86-64-v3 %s --kernel=sub_groups --sub-group-size=16 --join-groups=4*4 -o %t -- -cl-std=CL3.0 2>&1 | FileCheck %s
// RUN: not heddlec --target=x86-64-v3 %s --join-groups=4*4 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not heddlec --target=x86-64-v3 %s --sub-group-size=16 --join-groups=4 2>&1 | FileCheck %s --check-prefix=FORM

// CHECK: its work-groups cannot be joined
// SIZE:  --join-groups needs --sub-group-size
// FORM:  is not of the form SIZE*COUNT
kernel void collective(global int *out) {
  out[get_global_id(0)] = work_group_reduce_add((int)get_global_id(0));
}

kernel void sub_groups(global int *out) {
  out[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0));
}
