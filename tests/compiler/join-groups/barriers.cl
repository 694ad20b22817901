// A barrier of joined work-groups is met by all lanes of the sub-group at once: nothing is left of
// it but the order of memory accesses, also in control flow that differs between work-groups.
// RUN: heddlec %s --sub-group-size=16 --join-groups=4*4 --emit=llvm --target=x86-64-v4 | FileCheck %s
// RUN: not heddlec %s --sub-group-size=16 --join-groups=4*8 --emit=llvm --target=x86-64-v4 2>&1 | FileCheck %s --check-prefix=TOO-MANY
// RUN: heddlec %s --explain --sub-group-size=16 --join-groups=4*4 --target=x86-64-v4 | FileCheck %s --check-prefix=EXPLAIN

// TOO-MANY: its work-groups cannot be joined
// EXPLAIN:  4 work-groups of 4 work-items run as the lanes of sub-groups

// CHECK-LABEL: define {{.*}}@rounds_of_group.entry(
// CHECK-NOT:   frames
// CHECK:       fence acq_rel
kernel void rounds_of_group(global int *out, global const int *in, local int *shared) {
  int l = get_local_id(0), i = get_global_id(0);
  for (int round = 0; round < in[get_group_id(0)]; ++round) {
    shared[l] = out[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] += shared[l ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
