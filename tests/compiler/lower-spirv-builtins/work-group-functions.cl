// Work-group functions become internal operations, events disappear, and waiting is a barrier.
// RUN: heddlec %s --target=x86-64-v3 -o %t --print-after=lower-spirv-builtins -- -cl-std=CL3.0 2>&1 | FileCheck %s

// CHECK-LABEL: define {{.*}}void @collectives(
// CHECK:         call i32 @heddle.work_group_reduce.i32i32i32(i32 %{{.*}}, i32 0)
// CHECK:         call float @heddle.work_group_scan_inclusive.f32f32i32(float %{{.*}}, i32 7)
// CHECK:         call i64 @heddle.work_group_scan_exclusive.i64i64i32(i64 %{{.*}}, i32 3)
// CHECK:         call i32 @heddle.work_group_broadcast.i32i32i64i64i64(i32 %{{.*}}, i64 1, i64 2, i64 0)
// CHECK:         call i32 @heddle.work_group_reduce.i32i32i32(i32 %{{.*}}, i32 3)
kernel void collectives(global int *i, global float *f, global ulong *u) {
  i[0] = work_group_reduce_add(i[1]);
  f[0] = work_group_scan_inclusive_max(f[1]);
  u[0] = work_group_scan_exclusive_min(u[1]);
  i[2] = work_group_broadcast(i[3], 1, 2);
  i[4] = work_group_all(i[5]);
}

// A vector of three takes the place of four, and the stride is that of global memory.
// CHECK-LABEL: define {{.*}}void @copies(
// CHECK:         call void @heddle.work_group_copy.voidp3p1i64i64i64i32({{.*}}, i64 7, i64 1, i64 1, i32 16)
// CHECK:         call void @heddle.work_group_copy.voidp1p3i64i64i64i32({{.*}}, i64 9, i64 5, i64 1, i32 2)
// CHECK-NOT:     store target
// CHECK:         call void @heddle.work_group_barrier(i32 2, i32 776)
kernel void copies(global float3 *g, local float3 *l, global short *h, local short *k) {
  event_t e = async_work_group_copy(l, g, 7, 0);
  e = async_work_group_strided_copy(h, k, 9, 5, e);
  wait_group_events(1, &e);
}

// CHECK-LABEL: define {{.*}}void @split(
// CHECK-NOT:     barrier
// CHECK:         store i32 1
// CHECK:         call void @heddle.work_group_barrier(
kernel void split(global int *p) {
  intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE);
  p[0] = 1;
  intel_work_group_barrier_wait(CLK_GLOBAL_MEM_FENCE);
}
