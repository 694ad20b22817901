// Where required work-groups fill sub-groups there is no code for missing lanes, nor in long kernels,
// in those with barriers, in what is compiled for a launch that has none missing, and in programs of many kernels, nor beside products of matrices (unroll-matrix-loops), unless it is asked for, or could not be compiled later: variables of
// the program would exist twice. Nor where private variables are so large that it may not compile.
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --any-range -- -cl-std=CL3.0 | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 -DVARIABLE | FileCheck %s --check-prefix=ANY
// RUN: heddlec %s --explain --target=x86-64-v3 -- -cl-std=CL3.0 | FileCheck %s --check-prefix=EXPLAIN
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 -DMANY | FileCheck %s --check-prefix=MANY
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 -DFEW | FileCheck %s --check-prefix=FEW
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 --whole-sub-groups -- -cl-std=CL3.0 -DFEW | FileCheck %s --check-prefix=WHOLE
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 -DMANY -DVARIABLE | FileCheck %s --check-prefix=KEPT
// RUN: heddlec %s --emit=llvm --target=x86-64-v3 -- -cl-std=CL3.0 -DMANY -DLARGE=600 | FileCheck %s --check-prefix=KEPT

#ifdef VARIABLE
global int count;
#define ONE count
#else
#define ONE 1
#endif

// MANY-LABEL:    define {{.*}}@any_size.entry(
// MANY-NOT:      sub_group.masked
// MANY-LABEL:    define {{.*}}@fills.entry(
// KEPT-LABEL:    define {{.*}}@any_size.entry(
// KEPT:          sub_group.masked
// KEPT-LABEL:    define {{.*}}@fills.entry(
#ifdef MANY
#ifndef LARGE
#define LARGE 1
#endif
kernel void any_size(global int *out) {
  int kept[LARGE * 16];
  for (int i = 0; i < LARGE * 16; ++i)
    kept[i] = out[i];
  out[get_global_id(0)] = kept[out[0] & 15] + ONE;
}
kernel void one(global int *out) { out[get_global_id(0)] = 1; }
kernel void two(global int *out) { out[get_global_id(0)] = 2; }
kernel void three(global int *out) { out[get_global_id(0)] = 3; }
#endif

#ifdef FEW
// FEW-LABEL:     define {{.*}}@meets.entry(
// FEW-NOT:       sub_group.masked
// FEW-LABEL:     define {{.*}}@simple.entry(
// FEW:           sub_group.masked
// WHOLE-LABEL:   define {{.*}}@meets.entry(
// WHOLE-NOT:     sub_group.masked
// WHOLE-LABEL:   define {{.*}}@fills.entry(
kernel void meets(global int *out, local int *all) {
  const size_t place = get_local_id(0);
  all[place] = out[get_global_id(0)];
#pragma unroll
  for (int step = 512; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (place < step)
      all[place] += all[place + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_group_id(0)] = all[0];
}
kernel void simple(global int *out) { out[get_global_id(0)] = 1; }
#endif

// CHECK-LABEL:   define {{.*}}@fills.entry(
// CHECK-NOT:     sub_group.masked
// CHECK-LABEL:   define {{.*}}@leaves_lanes.entry(
// CHECK:         sub_group.masked
// ANY-LABEL:     define {{.*}}@fills.entry(
// ANY:           sub_group.masked
// EXPLAIN-LABEL: kernel 'fills'
// EXPLAIN:       code for missing lanes is compiled for the first launch that has some
// EXPLAIN-LABEL: kernel 'leaves_lanes'
// EXPLAIN-NOT:   missing lanes
kernel __attribute__((reqd_work_group_size(64, 2, 1))) void fills(global int *out) {
  out[get_global_id(0)] = get_local_id(1) + ONE;
}
kernel __attribute__((reqd_work_group_size(33, 2, 1))) void leaves_lanes(global int *out) {
  out[get_global_id(0)] = get_local_id(1) + ONE;
}
