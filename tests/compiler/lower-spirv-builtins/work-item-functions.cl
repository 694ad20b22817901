// RUN: heddlec %s --target=x86-64-v3 --print-after=globaldce | FileCheck %s

// CHECK-LABEL: define void @global_id(
// CHECK: tail call i64 @heddle.global_id(i32 1)
// CHECK-NOT: heddle.{{[a-z_]*}}(i32 {{[02]}})
// CHECK: ret void
kernel void global_id(global ulong *p) { p[0] = get_global_id(1); }

// A dimension that is known only at run time: a choice of three, no vector.
// CHECK-LABEL: define void @dynamic(
// CHECK: tail call i64 @heddle.local_id(i32 0)
// CHECK: tail call i64 @heddle.local_id(i32 1)
// CHECK: tail call i64 @heddle.local_id(i32 2)
// CHECK-NOT: extractelement
// CHECK: ret void
kernel void dynamic(global ulong *p, uint d) { p[0] = get_local_id(d); }

// CHECK-LABEL: define void @out_of_range(
// CHECK: store i64 1,
kernel void out_of_range(global ulong *p) { p[0] = get_local_size(3); }
