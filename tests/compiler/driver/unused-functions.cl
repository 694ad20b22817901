// A build leaves functions alone that no kernel reaches; a compilation keeps them for the link.
// RUN: heddlec %s --target=x86-64-v3 --emit=llvm --print-after=lower-spirv-builtins -o %t.ll 2>&1 | FileCheck %s --check-prefix=BUILD
// RUN: heddlec --compile %s -o %t.part
// RUN: heddlec --link %t.part --target=x86-64-v3 -o %t.hdl

// BUILD-NOT:   helper
// BUILD:       define {{.*}}@used
// BUILD:       @through_a_function

int helper(int x);
int helper_of_helper(int x) { return x > 0 ? helper(x - 1) : x; }
int helper(int x) { return helper_of_helper(x) + 1; }

__attribute__((noinline)) int used(int x) { return x * 3; }
kernel void through_a_function(global int *out) { out[get_global_id(0)] = used(out[0]); }
