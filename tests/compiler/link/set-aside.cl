// Functions that no kernel of a module reaches are no part of its SPIR-V when there are many of
// them, and there nevertheless for another module that imports them.
// RUN: heddlec --link %s --target=x86-64-v3 --print-after=matrix-functions-to-spirv -o %t.hdl | FileCheck %s --check-prefix=ALONE
// RUN: heddlec --link %s %S/Inputs/calls_step.cl --target=x86-64-v3 --emit=llvm -o %t.ll
// RUN: FileCheck %s --check-prefix=BOTH < %t.ll
// RUN: heddlec --compile %s --target=x86-64-v3 -o %t.spv
// RUN: heddlec --link %t.spv %S/Inputs/calls_step.cl --target=x86-64-v3 --emit=llvm -o %t.ll
// RUN: FileCheck %s --check-prefix=BOTH < %t.ll
// RUN: heddlec --library %s %S/Inputs/calls_step.cl --target=x86-64-v3
// RUN: not heddlec --link %s %s --target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=TWICE

// ALONE-NOT: @step(
// ALONE: define {{.*}}@own(
// ALONE-NOT: @step(
// BOTH-DAG: define {{.*}}@own
// BOTH-DAG: define {{.*}}@caller
// TWICE: function 'step': is defined in

#define TIMES8(x) x x x x x x x x
int step(int x) {
  TIMES8(TIMES8(TIMES8(TIMES8(x = x * 3 + 1;))))
  return x;
}

kernel void own(global int *out) { out[get_global_id(0)] = 1; }
