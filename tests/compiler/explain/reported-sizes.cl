// A kernel that names no sub-group size and looks at its sub-group gets the largest that the device
// reports: in a work-group of as many work-items, one reduction is that of the work-group.
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | \
// RUN:   FileCheck %s --check-prefixes=CHECK,XE2
// RUN: heddlec %s --explain --target=x86-64-v3 --reported-sizes=8,16 -- -cl-std=CL3.0 | \
// RUN:   FileCheck %s --check-prefixes=CHECK,SMALL

// CHECK-LABEL: kernel 'sums_up'
// XE2:           sub-group size 32: the largest that the device reports, since the kernel uses
// SMALL:         sub-group size 16: the largest that the device reports
kernel void sums_up(global const float *in, global float *out) {
  float sum = 0;
  for (size_t i = get_local_id(0); i < 1000; i += get_local_size(0))
    sum += in[i];
  out[get_group_id(0)] = sub_group_reduce_add(sum);
}

// CHECK-LABEL: kernel 'asks_for_less'
// CHECK:         sub-group size 8: the kernel requires it
__attribute__((intel_reqd_sub_group_size(8))) kernel void asks_for_less(global float *out) {
  out[get_global_id(0)] = sub_group_reduce_add(1.0f);
}

// A kernel that names a work-group of 8 or 16 work-items counts on sub-groups as small, as in the
// step of its block here.
// CHECK-LABEL: kernel 'names_eight'
// CHECK:         sub-group size 8: the least that holds its work-group
__attribute__((reqd_work_group_size(8, 1, 1))) kernel void names_eight(global const uint *in,
                                                                       global uint *out) {
  uint sum = 0;
  for (uint i = 0; i < 64; i += 8)
    sum += intel_sub_group_block_read(in + i);
  out[get_global_id(0)] = sum;
}

// CHECK-LABEL: kernel 'hints_at_sixteen'
// XE2:           sub-group size 16: the least that holds its work-group
// SMALL:         sub-group size 16: the largest that the device reports
__attribute__((work_group_size_hint(4, 4, 1))) kernel void hints_at_sixteen(global int *out) {
  out[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0));
}

// CHECK-LABEL: kernel 'names_twenty'
// XE2:           sub-group size 32: the largest that the device reports
// SMALL:         sub-group size 16: the largest that the device reports
__attribute__((reqd_work_group_size(20, 1, 1))) kernel void names_twenty(global int *out) {
  out[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0));
}
