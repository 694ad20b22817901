// Passes that search all blocks for each value are left out where there are thousands.
// RUN: heddlec %s --sub-group-size=1 --target=x86-64-v3 --print-after=jump-threading -o %t -- -DBLOCKS=EIGHT 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: heddlec %s --sub-group-size=1 --target=x86-64-v3 --print-after=jump-threading -o %t -- -DBLOCKS=MANY 2>&1 | FileCheck %s --check-prefix=MANY --allow-empty

// FEW: ; after jump-threading
// MANY-NOT: ; after

#define ONE                                                                                        \
  if (*p)                                                                                          \
    *p = 1;
#define EIGHT ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDREDS EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#define MANY                                                                                       \
  HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS        \
      HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS HUNDREDS

kernel void test(volatile global int *p) {
  p += get_global_id(0);
  BLOCKS
}
