// A module with untyped pointers comes back as what it was: the step of a chain is the vector's, a
// variable has its type, and nothing is left of the casts in front of loads and stores.
// RUN: heddlec %s --emit=spirv --untyped-pointers -o %t.spv
// RUN: heddlec %t.spv --target=x86-64-v3 --print-after=lower-spirv-builtins -o /dev/null | FileCheck %s
// RUN: not heddlec %s --target=x86-64-v3 --untyped-pointers -o /dev/null 2>&1 | FileCheck --check-prefix=USAGE %s

// CHECK-DAG: @table = addrspace(2) constant [3 x <4 x float>]
// CHECK-DAG: @k.shared = internal addrspace(3) global [8 x i32] poison
constant float4 table[3] = {1, 2, 3};

// CHECK-LABEL: define void @k(ptr addrspace(1)
kernel void k(global float4 *out, global int *counter) {
  local int shared[8];
  // CHECK: getelementptr {{.*}}<4 x float>{{.*}}ptr addrspace(2) @table
  // CHECK: getelementptr {{.*}}<4 x float>, ptr addrspace(1)
  out[get_global_id(0)] = table[counter[1]];
  shared[get_local_id(0)] = 1;
  // CHECK: atomicrmw add ptr addrspace(1)
  atomic_add(counter, shared[0]);
}

// USAGE: --untyped-pointers needs --emit=spirv or --compile
