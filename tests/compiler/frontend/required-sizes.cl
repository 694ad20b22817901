// What a kernel requires reaches the compiler behind SPIR-V.
// RUN: heddlec %s --target=x86-64-v3 -o %t --emit=llvm --print-after=inline-functions 2>&1 | FileCheck %s

// CHECK: define void @k({{.*}} !reqd_work_group_size [[GROUP:![0-9]+]] {{.*}}!intel_reqd_sub_group_size [[SIZE:![0-9]+]]
// CHECK-DAG: [[GROUP]] = !{i32 64, i32 2, i32 1}
// CHECK-DAG: [[SIZE]] = !{i32 32}
__attribute__((intel_reqd_sub_group_size(32), reqd_work_group_size(64, 2, 1)))
kernel void k(global uint *out) { out[get_global_id(0)] = get_sub_group_size(); }
