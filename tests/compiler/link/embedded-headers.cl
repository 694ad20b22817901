// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --header=deep/value.h=%S/Inputs/value.h | FileCheck %s
// RUN: not heddlec --compile %s -o %t 2>&1 | FileCheck --check-prefix=MISSING %s
// CHECK: store {{.*}}42
// MISSING: error: 'deep/value.h' file not found
#include "deep/value.h"
#undef VALUE
#include <deep/value.h>
kernel void k(global int *p) { *p = VALUE; }
