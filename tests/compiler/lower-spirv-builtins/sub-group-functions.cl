// RUN: heddlec %s --target=x86-64-v3 --print-after=lower-spirv-builtins -- -cl-std=CL3.0 | FileCheck %s

// The last operand is the operation and how it reads its bits.
// CHECK-LABEL: define void @collectives(
// CHECK: call i32 @heddle.sub_group_reduce.i32i32i32(i32 {{.*}}, i32 0)
// CHECK: call float @heddle.sub_group_reduce.f32f32i32(float {{.*}}, i32 7)
// CHECK: call i32 @heddle.sub_group_scan_inclusive.i32i32i32(i32 {{.*}}, i32 3)
// CHECK: call i64 @heddle.sub_group_scan_exclusive.i64i64i32(i64 {{.*}}, i32 5)
// CHECK: call i1 @heddle.sub_group_any(i1
// CHECK: call float @heddle.sub_group_broadcast.f32f32i32(float {{.*}}, i32 3)
kernel void collectives(global int *i, global float *f, global uint *u, global long *l) {
  i[0] = sub_group_reduce_add(i[1]);
  f[0] = sub_group_reduce_max(f[1]);
  u[0] = sub_group_scan_inclusive_min(u[1]);
  l[0] = sub_group_scan_exclusive_max(l[1]);
  i[1] = sub_group_any(i[2]);
  f[1] = sub_group_broadcast(f[2], 3);
}

// CHECK-LABEL: define void @blocks(
// CHECK: call <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1)
// CHECK: call void @heddle.block_write.voidp1v8i16(ptr addrspace(1) {{.*}}, <8 x i16>
// CHECK: call i32 @heddle.block_read.i32p1(
kernel void blocks(global ushort *s, global uint *u) {
  intel_sub_group_block_write_us8(s, intel_sub_group_block_read_us8(s + 128));
  u[0] = intel_sub_group_block_read_ui(u + 16);
}

// A group operation must not move: every one of them is convergent.
// CHECK: declare i32 @heddle.sub_group_reduce.i32i32i32(i32, i32) [[QUERY:#[0-9]+]]
// CHECK: declare <8 x i16> @heddle.block_read.v8i16p1(ptr addrspace(1)) [[BLOCK:#[0-9]+]]
// CHECK-DAG: attributes [[QUERY]] = { convergent
// CHECK-DAG: attributes [[BLOCK]] = { convergent
