// Sub-groups are no longer than the rows of required work-groups, so that lanes lie side by side.
// RUN: heddlec %s --explain --target=x86-64-v4 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V4
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefixes=CHECK,V3

// CHECK-LABEL: kernel 'rows_of_8'
// V4:            sub-group size 8: as long as the rows of its work-groups, in which lanes lie side by side
// V3:            sub-group size 8: as many floats as a register of the target holds
// CHECK:         load of in: consecutive, one vector
kernel __attribute__((reqd_work_group_size(8, 8, 1)))
void rows_of_8(global const float *in, global float *out, local float *shared) {
  size_t i = get_global_id(1) * 1024 + get_global_id(0);
  shared[get_local_linear_id()] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared[get_local_linear_id() ^ 8];
}

// A single row has nothing to go on in.
// CHECK-LABEL: kernel 'one_row'
// V4:            sub-group size 16: as many floats as a register of the target holds
// V3:            sub-group size 8: as many floats as a register of the target holds
kernel __attribute__((reqd_work_group_size(24, 1, 1)))
void one_row(global const float *in, global float *out) {
  out[get_global_id(0)] = in[get_global_id(0)] + get_local_id(0);
}

// CHECK-LABEL: kernel 'rows_of_16'
// V4:            sub-group size 16: as many floats as a register of the target holds
// V3:            sub-group size 8: as many floats as a register of the target holds
kernel __attribute__((reqd_work_group_size(16, 4, 1)))
void rows_of_16(global const float *in, global float *out) {
  size_t i = get_global_id(1) * 1024 + get_global_id(0);
  out[i] = in[i] + get_local_id(1);
}
