// Quoted files lie beside the source; -I folders and macros come through the options.
// RUN: cd %S && heddlec includes.cl --target=x86-64-v3 --print-after=lower-spirv-builtins -- -I Inputs/folder '-DTEXT="a b"' -D LIST={1,2,3} | FileCheck %s

#include "Inputs/beside.h"
#include "in_folder.h"

constant char text[] = TEXT;
constant int list[] = LIST;

// CHECK-LABEL: define void @k(
// CHECK: store i32 42
// CHECK: store i32 7
kernel void k(global int *p) {
  p[0] = BESIDE;
  p[1] = IN_FOLDER;
  p[2] = sizeof(text) == 4 && sizeof(list) == 12 ? 1 : 1 / 0;
}
