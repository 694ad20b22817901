// Joined work-groups of several sub-groups wait at barriers as one. The code has to show that all of
// them come to the same barriers.
// RUN: heddlec %s --kernel=rounds --explain --sub-group-size=16 --join-groups=17*16 --target=x86-64-v4 | FileCheck %s
// RUN: not heddlec %s --kernel=rounds_of_group --sub-group-size=16 --join-groups=17*16 --target=x86-64-v4 -o %t 2>&1 | FileCheck %s --check-prefix=APART
// RUN: heddlec %s --kernel=rounds_of_group --sub-group-size=16 --join-groups=8*2 --target=x86-64-v4 -o %t

// CHECK: 16 work-groups of 17 work-items run as the lanes of sub-groups
// CHECK: regions, which all sub-groups run in step
kernel void rounds(global int *out, local int *shared, int count) {
  int l = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  int own = out[i];
  for (int round = 0; round < count; ++round) {
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += shared[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = own;
}

// APART: its work-groups cannot be joined: the code does not show that all reach the same barriers
kernel void rounds_of_group(global int *out, local int *shared, global const int *count) {
  int l = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  int own = out[i];
  for (int round = 0; round < count[get_group_id(0)]; ++round) {
    shared[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += shared[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = own;
}
