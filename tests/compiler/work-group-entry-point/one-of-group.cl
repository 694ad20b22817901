// Work-items that leave the same are one of each work-group, but where they read what they write or say something.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --kernel=stores -- -cl-std=CL3.0 | FileCheck %s --check-prefix=STORES
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --kernel=tells_groups -- -cl-std=CL3.0 | FileCheck %s --check-prefix=GROUPS
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --kernel=counts -- -cl-std=CL3.0 | FileCheck %s --check-prefix=COUNTS
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --kernel=says -- -cl-std=CL3.0 | FileCheck %s --check-prefix=SAYS
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --kernel=stores --checks -- -cl-std=CL3.0 | FileCheck %s --check-prefix=CHECKS

// STORES-LABEL: define {{.*}}@stores.entry(
// STORES-NOT:     work_item
kernel void stores(global const int *in, global int *out, int n) {
  int kept[4];
  for (int i = 0; i < 4; ++i)
    kept[i] = in[i];
  for (int i = 0; i < n; ++i)
    out[i] = kept[i & 3] >> 1;
}

// GROUPS-LABEL: define {{.*}}@tells_groups.entry(
// GROUPS:       group:
// GROUPS-NOT:     work_item
kernel void tells_groups(global int *out) { out[get_group_id(0)] = 1; }

// COUNTS-LABEL: define {{.*}}@counts.entry(
// COUNTS:         work_item
kernel void counts(global int *x) { x[0]++; }

// SAYS-LABEL: define {{.*}}@says.entry(
// SAYS:         work_item
kernel void says(global int *x) { printf("%d\n", *x); }

// CHECKS-LABEL: define {{.*}}@stores.entry(
// CHECKS:         work_item
